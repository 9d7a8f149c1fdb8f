//! Graphviz's attributes of layout and drawing, which do not describe the network.

/// All attributes of <https://graphviz.org/doc/info/attrs.html> but `dir`, `headlabel` and `taillabel`, which are read; and the attributes
/// that the output formats `dot` and `xdot` add. Sorted by bytes.
#[rustfmt::skip]
const DRAWING: [&str; 182] = [
    "Damping", "K", "TBbalance", "URL", "_background", "_draw_", "_hdraw_", "_hldraw_", "_ldraw_", "_tdraw_", "_tldraw_", "area", "arrowhead",
    "arrowsize", "arrowtail", "aspect", "bb", "beautify", "bgcolor", "center", "charset", "class", "cluster", "clusterrank", "color", "colorscheme",
    "comment", "compound", "concentrate", "constraint", "decorate", "defaultdist", "dim", "dimen", "diredgeconstraints", "distortion", "dpi",
    "edgeURL", "edgehref", "edgetarget", "edgetooltip", "epsilon", "esep", "fillcolor", "fixedsize", "fontcolor", "fontname", "fontnames",
    "fontpath", "fontsize", "forcelabels", "gradientangle", "group", "headURL", "head_lp", "headclip", "headhref", "headport", "headtarget",
    "headtooltip", "height", "href", "id", "image", "imagepath", "imagepos", "imagescale", "inputscale", "label", "labelURL", "label_scheme",
    "labelangle", "labeldistance", "labelfloat", "labelfontcolor", "labelfontname", "labelfontsize", "labelhref", "labeljust", "labelloc",
    "labeltarget", "labeltooltip", "landscape", "layer", "layerlistsep", "layers", "layerselect", "layersep", "layout", "len", "levels", "levelsgap",
    "lhead", "lheight", "linelength", "lp", "ltail", "lwidth", "margin", "maxiter", "mclimit", "mindist", "minlen", "mode", "model", "mosek",
    "newrank", "nodesep", "nojustify", "normalize", "notranslate", "nslimit", "nslimit1", "oneblock", "ordering", "orientation", "outputorder",
    "overlap", "overlap_scaling", "overlap_shrink", "pack", "packmode", "pad", "page", "pagedir", "pencolor", "penwidth", "peripheries", "pin",
    "pos", "quadtree", "quantum", "radius", "rank", "rankdir", "ranksep", "ratio", "rects", "regular", "remincross", "repulsiveforce", "resolution",
    "root", "rotate", "rotation", "samehead", "sametail", "samplepoints", "scale", "searchsize", "sep", "shape", "shapefile", "showboxes", "sides",
    "size", "skew", "smoothing", "sortv", "splines", "start", "style", "stylesheet", "tailURL", "tail_lp", "tailclip", "tailhref", "tailport",
    "tailtarget", "tailtooltip", "target", "tooltip", "truecolor", "vertices", "viewport", "voro_margin", "weight", "width", "xdotversion", "xlabel",
    "xlp", "z",
];

/// Whether the attribute is a drawing attribute.
pub fn draws(name: &str) -> bool {
    DRAWING.binary_search(&name).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attributes_are_in_order() {
        assert!(DRAWING.is_sorted() && draws("head_lp") && draws("_background") && !draws("dir") && !draws("slices"));
    }
}
