//! The shape of the source: what a file may import, who may name a family of networks, how long files are.

mod circles;
mod families;
mod figures;
mod lengths;
mod modules;
mod names;
mod pages;
mod uses;
mod workspace;
