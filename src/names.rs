//! Enums whose values are words of the tables.

/// Declares an enum, each value with its name in the tables, so that a column's words, and the way back from a word that
/// was read, come from one place.
macro_rules! named {
    ($(#[$about:meta])* pub enum $type:ident { $($(#[$meaning:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$about])*
        pub enum $type {
            $($(#[$meaning])* $variant,)*
        }

        impl $type {
            /// Every value, in the order in which they are declared.
            pub const ALL: &'static [$type] = &[$($type::$variant,)*];

            /// The name in the tables.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self {
                    $($type::$variant => $name,)*
                }
            }

            /// The value of this name; where several have it, the first.
            #[must_use]
            pub fn find(name: &str) -> Option<$type> {
                Self::ALL.iter().copied().find(|value| value.name() == name)
            }
        }
    };
}
