//! What the code of a module names: paths, also those in the arguments of macros, and `use`.

use std::collections::BTreeSet;

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

use crate::modules::Import;

/// `#[cfg(test)]`.
pub fn is_test(item: &syn::Item) -> bool {
    use syn::Item::{Const, Enum, Fn, Impl, Mod, Static, Struct, Trait, Type, Use};
    let attributes = match item {
        Const(i) => &i.attrs,
        Enum(i) => &i.attrs,
        Fn(i) => &i.attrs,
        Impl(i) => &i.attrs,
        Mod(i) => &i.attrs,
        Static(i) => &i.attrs,
        Struct(i) => &i.attrs,
        Trait(i) => &i.attrs,
        Type(i) => &i.attrs,
        Use(i) => &i.attrs,
        _ => return false,
    };
    let test = |attribute: &syn::Attribute| {
        attribute.path().is_ident("cfg") && attribute.parse_args::<syn::Path>().is_ok_and(|argument| argument.is_ident("test"))
    };
    attributes.iter().any(test)
}

/// The name by which others call an item; modules have their own place.
pub fn name_of(item: &syn::Item) -> Option<String> {
    use syn::Item::{Const, Enum, Fn, Macro, Static, Struct, Trait, Type, Union};
    let name = match item {
        Const(i) => &i.ident,
        Enum(i) => &i.ident,
        Fn(i) => &i.sig.ident,
        Macro(i) => i.ident.as_ref()?,
        Static(i) => &i.ident,
        Struct(i) => &i.ident,
        Trait(i) => &i.ident,
        Type(i) => &i.ident,
        Union(i) => &i.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// Collects them, of one module.
#[derive(Default)]
pub struct Names {
    pub imports: Vec<Import>,
    pub paths: BTreeSet<Vec<String>>,
}

impl Names {
    fn import(&mut self, tree: &syn::UseTree, before: &[String], shown: bool) {
        let with = |name: &syn::Ident| [before, &[name.to_string()]].concat();
        match tree {
            syn::UseTree::Path(path) => self.import(&path.tree, &with(&path.ident), shown),
            syn::UseTree::Group(group) => group.items.iter().for_each(|tree| self.import(tree, before, shown)),
            syn::UseTree::Glob(_) => self.imports.push(Import { name: None, path: before.to_vec(), shown }),
            syn::UseTree::Name(name) if name.ident == "self" => {
                self.imports.push(Import { name: before.last().cloned(), path: before.to_vec(), shown });
            }
            syn::UseTree::Name(name) => self.imports.push(Import { name: Some(name.ident.to_string()), path: with(&name.ident), shown }),
            syn::UseTree::Rename(name) => self.imports.push(Import { name: Some(name.rename.to_string()), path: with(&name.ident), shown }),
        }
    }

    /// `a::b::c` in a macro's arguments; what follows a dot is a field or a method.
    fn tokens(&mut self, tokens: TokenStream) {
        let (mut path, mut joined, mut dot) = (Vec::new(), 0, false);
        for token in tokens {
            match token {
                TokenTree::Ident(name) if joined == 2 && !path.is_empty() => {
                    path.push(name.to_string());
                    joined = 0;
                }
                TokenTree::Ident(name) => {
                    self.end(&mut path);
                    if !dot {
                        path.push(name.to_string());
                    }
                    (joined, dot) = (0, false);
                }
                TokenTree::Punct(mark) if mark.as_char() == ':' => joined += 1,
                TokenTree::Punct(mark) => {
                    self.end(&mut path);
                    (joined, dot) = (0, mark.as_char() == '.');
                }
                TokenTree::Group(group) => {
                    self.end(&mut path);
                    (joined, dot) = (0, false);
                    self.tokens(group.stream());
                }
                TokenTree::Literal(_) => self.end(&mut path),
            }
        }
        self.end(&mut path);
    }

    fn end(&mut self, path: &mut Vec<String>) {
        if !path.is_empty() {
            self.paths.insert(std::mem::take(path));
        }
    }
}

impl<'a> Visit<'a> for Names {
    fn visit_item(&mut self, item: &'a syn::Item) {
        // A module in this one has names of its own.
        if !is_test(item) && !matches!(item, syn::Item::Mod(_)) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        if item.leading_colon.is_none() {
            self.import(&item.tree, &[], !matches!(item.vis, syn::Visibility::Inherited));
        }
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.leading_colon.is_none() {
            self.paths.insert(path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'a syn::Macro) {
        visit::visit_macro(self, call);
        self.tokens(call.tokens.clone());
    }

    fn visit_attribute(&mut self, _: &'a syn::Attribute) {}

    fn visit_visibility(&mut self, _: &'a syn::Visibility) {}
}
