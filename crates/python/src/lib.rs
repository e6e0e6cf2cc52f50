//! The native module of the Python package: exports and conversions only.
//!
//! Python gives data and gets data. One class, [`Kernel`], holds an engine of the core; no class belongs to a game.

mod annihilation;
mod callback;
mod cluster;
mod control;
mod cube;
mod drawing;
mod grids;
mod group;
mod heaps;
mod kernel;
mod loopy;
mod model;
mod orientations;
mod pursuit;
mod switching;
mod tiles;
mod values;

use pyo3::prelude::*;

#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<kernel::Kernel>()?;
    module.add_class::<cluster::Cluster>()?;
    module.add_class::<control::Cancel>()?;
    module.add_class::<cube::Cube>()?;
    module.add_class::<group::Group>()?;
    module.add_class::<heaps::NimSequence>()?;
    module.add_class::<model::Model>()?;
    module.add_class::<model::Proof>()?;
    module.add_class::<pursuit::Pursuit>()?;
    module.add_class::<tiles::Tiles>()?;
    module.add_class::<values::Universe>()?;
    module.add_class::<values::Game>()?;
    module.add_function(wrap_pyfunction!(annihilation::annihilation_labelled, module)?)?;
    module.add_function(wrap_pyfunction!(annihilation::annihilation_lost, module)?)?;
    module.add_function(wrap_pyfunction!(control::available_memory, module)?)?;
    module.add_function(wrap_pyfunction!(drawing::drawing, module)?)?;
    module.add_function(wrap_pyfunction!(grids::grid_words, module)?)?;
    module.add_function(wrap_pyfunction!(grids::sized_grids, module)?)?;
    module.add_function(wrap_pyfunction!(heaps::nim_sequence, module)?)?;
    module.add_function(wrap_pyfunction!(loopy::loopy_at_most, module)?)?;
    module.add_function(wrap_pyfunction!(loopy::loopy_is_stopper, module)?)?;
    module.add_function(wrap_pyfunction!(loopy::loopy_offside, module)?)?;
    module.add_function(wrap_pyfunction!(loopy::loopy_onside, module)?)?;
    module.add_function(wrap_pyfunction!(model::neighbours, module)?)?;
    module.add_function(wrap_pyfunction!(model::numbered_lines, module)?)?;
    module.add_function(wrap_pyfunction!(model::qbf, module)?)?;
    module.add_function(wrap_pyfunction!(model::split_region, module)?)?;
    module.add_function(wrap_pyfunction!(model::nurikabe, module)?)?;
    module.add_function(wrap_pyfunction!(model::sudoku, module)?)?;
    module.add_function(wrap_pyfunction!(orientations::orientations, module)?)?;
    module.add_function(wrap_pyfunction!(orientations::deterministic, module)?)?;
    module.add_function(wrap_pyfunction!(switching::switching, module)?)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    Ok(())
}
