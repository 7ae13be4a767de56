package dev.muster.gui.ranks;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class GridGeometryTest {
    @ParameterizedTest(name = "{0} tiles in {1} px stand in {2} columns")
    @CsvSource({
        "8, 860, 4", // 4 fit, and 2 rows of 4 are even
        "6, 860, 3", // 4 fit, 3 make even rows
        "7, 860, 4", // 7 cannot be even unless in one column
        "8, 1500, 8",
        "2, 860, 2",
        "1, 860, 1",
        "64, 860, 4",
        "8, 100, 1" // narrower than one tile
    })
    void rows_are_even_where_that_costs_little(int tiles, double width, int columns) {
        assertThat(TileGrid.columns(tiles, width, 168, 8)).isEqualTo(columns);
    }

    @ParameterizedTest
    @ValueSource(doubles = {200, 860, 1_500, 3_600})
    void every_cell_of_a_heat_map_is_found_where_it_is_drawn(double width) {
        var grid = new HeatGrid(width, 1024);

        for (int place = 0; place < 1024; place++) {
            double x = grid.x(place) + grid.cell() / 2;
            double y = grid.y(place) + grid.cell() / 2;
            assertThat(grid.at(x, y)).hasValue(place);
        }
    }

    @Test
    void beside_the_cells_of_a_heat_map_there_is_nothing() {
        var grid = new HeatGrid(860, 1024);

        assertThat(grid.at(3, 3)).isEmpty();
        assertThat(grid.at(859, 3)).isEmpty();
        assertThat(grid.at(100, grid.height() + 20)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {860, 1_500, 3_600})
    void a_heat_map_stays_within_its_width(double width) {
        var grid = new HeatGrid(width, 4096);

        assertThat(grid.x(grid.columns() - 1) + grid.cell()).isLessThanOrEqualTo(width);
    }
}
