//! Layers for whole paths, to compare with.
