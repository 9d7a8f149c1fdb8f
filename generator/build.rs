//! A module that is new in `rtl/` is one more file to embed.

fn main() {
    println!("cargo::rerun-if-changed=../rtl");
}
