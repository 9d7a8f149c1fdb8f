//! The templates of `rtl/`: Verilog with directives in comments, resolved when a design is generated.
//!
//! A line that begins with `//#` is a statement of Jinja (`//# if vcs > 1`, `//# for w in range(vcs)`, `//# include "router/slots.v"`), `//##` a comment of
//! the template, and `${ .. }` an expression. [`Template`] renders one with the values of a design; functions that write Verilog are in `expressions`.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use include_dir::{Dir, include_dir};
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value};

use crate::error::Error;
use crate::wrapped::in_columns;
use crate::{alignment, expressions};

/// The folder `rtl/`.
static RTL: Dir = include_dir!("$CARGO_MANIFEST_DIR/rtl");

static TEMPLATES: LazyLock<Environment> = LazyLock::new(|| {
    let mut environment = Environment::new();
    let syntax = SyntaxConfig::builder()
        .block_delimiters("/*#", "#*/")
        .variable_delimiters("${", "}")
        .comment_delimiters("/*##", "##*/")
        .line_statement_prefix("//#")
        .line_comment_prefix("//##")
        .keep_trailing_newline(true)
        .build();
    environment.set_syntax(syntax.expect("delimiters that differ"));
    environment.set_undefined_behavior(UndefinedBehavior::Strict);
    environment.set_auto_escape_callback(|_| minijinja::AutoEscape::None);
    expressions::add_to(&mut environment);
    for folder in FOLDERS {
        for file in RTL.get_dir(folder).into_iter().flat_map(Dir::files) {
            let name = file.path().to_str().expect("a name of ASCII");
            let text = file.contents_utf8().expect("Verilog of ASCII");
            environment.add_template(name, text).unwrap_or_else(|error| panic!("{name}: {error:#}"));
        }
    }
    environment
});

/// The folders with templates of this kind.
const FOLDERS: [&str; 7] = ["cells", "router", "routes", "axis", "axi4", "formal", "sva"];

/// The values that a template sees, by name.
pub(crate) type Values = BTreeMap<&'static str, Value>;

/// The Verilog of a template, such as `router/input_vc.v`.
///
/// # Errors
/// [`Error::Rtl`] if the template does not render.
pub(crate) fn render(template: &str, values: &Values) -> Result<String, Error> {
    let rendered = TEMPLATES
        .get_template(template)
        .and_then(|template| template.render(Value::from_pairs(values.iter().map(|(name, value)| (*name, value.clone())))));
    rendered
        .map(|text| in_columns(&alignment::aligned(&text)))
        .map_err(|error| Error::Rtl { template: template.to_owned(), why: causes(&error) })
}

/// An error of a template and of those that it includes, the innermost last.
fn causes(error: &dyn std::error::Error) -> String {
    let all = std::iter::successors(Some(error), |error| error.source());
    all.map(ToString::to_string).collect::<Vec<_>>().join(": ")
}
