//! Names of an option's values: parsed, printed, and written by serde.

/// A name that is none of an option's values.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{option} = {name} is not allowed; allowed: {}", allowed.join(", "))]
pub struct UnknownName {
    /// The option, as on the command line.
    pub option: &'static str,
    /// The name given.
    pub name: String,
    /// The names of its values.
    pub allowed: &'static [&'static str],
}

/// Gives an enum whose names strum derives the name of its option, and the error of [`std::str::FromStr`].
macro_rules! option_names {
    ($type:ident, $option:literal) => {
        impl $type {
            /// The value's name on the command line, in manifests and in JSON.
            pub fn name(self) -> &'static str {
                self.into()
            }

            fn unknown(name: &str) -> $crate::UnknownName {
                $crate::UnknownName { option: $option, name: name.to_owned(), allowed: <Self as strum::VariantNames>::VARIANTS }
            }
        }
    };
}

/// As [`option_names`], with serde's traits by those names.
macro_rules! option {
    ($type:ident, $option:literal) => {
        $crate::names::option_names!($type, $option);

        impl serde::Serialize for $type {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.name())
            }
        }

        impl<'de> serde::Deserialize<'de> for $type {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <String as serde::Deserialize>::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

pub(crate) use {option, option_names};
