/**
 * The rank grid: every worker of the current attempt by shape, word and colour. Few ranks are
 * cards, some hundred are numbered cells, more are a heat map; a selection is the same in all.
 */
@NullMarked
package dev.muster.gui.ranks;

import org.jspecify.annotations.NullMarked;
