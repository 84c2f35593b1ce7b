//! Statistics of an archive: tables that add up game by game and can be merged in any order.

mod table;

pub use table::{Cell, Column, Table};
