//! Smart Game Format: from bytes to records.

pub mod text;
