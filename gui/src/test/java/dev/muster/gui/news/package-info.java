@NullMarked
package dev.muster.gui.news;

import org.jspecify.annotations.NullMarked;
