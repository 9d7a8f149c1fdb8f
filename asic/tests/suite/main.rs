//! A small library, netlists made manually, and their timing computed manually.

mod cells;
mod cycles;
mod energy;
mod library;
mod opensta;
mod sizing;
mod small;
mod timing;
