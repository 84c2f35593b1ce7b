//! Character sets and their names.

use encoding_rs::{
    BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, ISO_2022_JP, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252,
};

/// A character set, as the Encoding Standard of the WHATWG has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Charset(pub(super) &'static Encoding);

impl Charset {
    /// UTF-8, and so ASCII.
    pub const UTF_8: Self = Self(UTF_8);
    /// GB18030, and so GBK and GB2312, whose superset it is.
    pub const GB18030: Self = Self(GB18030);

    /// The set that the value of a CA property names: a label of the Encoding Standard in any case, with or
    /// without its hyphens (`UTF8`, `ISO8859_1`), or one of the names that programs made up (`GB`, `CP949`).
    /// `None` for one that is not known, for UTF-16, which only its bytes can tell, and for ASCII, which says nothing of any
    /// other byte.
    #[must_use]
    pub fn for_label(label: &str) -> Option<Self> {
        let key: String = label.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
        let encoding = match key.as_str() {
            "utf8" => UTF_8,
            "ascii" | "usascii" => return None,
            "gb" | "euccn" | "cp936" | "ms936" | "windows936" | "gb231280" | "zhcn" => GB18030,
            "cp950" | "ms950" | "windows950" => BIG5,
            "shiftjis" | "cp932" | "windows932" => SHIFT_JIS,
            "eucjp" => EUC_JP,
            "iso2022jp" => ISO_2022_JP,
            "euckr" | "cp949" | "ms949" | "uhc" => EUC_KR,
            "ansi" => WINDOWS_1252,
            key => [label.trim(), key, &key.replace("windows", "cp")]
                .iter()
                .find_map(|label| Encoding::for_label(label.as_bytes()))?,
        };
        (![UTF_16LE, UTF_16BE, encoding_rs::REPLACEMENT].contains(&encoding)).then(|| Self::of(encoding))
    }

    /// The name in lower case, as the column `encoding` has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        NAMES.iter().find(|name| name.eq_ignore_ascii_case(self.0.name())).unwrap_or(&"utf-8")
    }

    pub(super) fn of(encoding: &'static Encoding) -> Self {
        // One decoder reads both.
        Self(if encoding == GBK { GB18030 } else { encoding })
    }

    pub(super) fn is_multi_byte(self) -> bool {
        MULTI_BYTE.contains(&self.0)
    }

    /// Bytes of the character that starts with the non-ASCII byte `bytes[0]`, were it whole.
    pub(super) fn width(self, bytes: &[u8]) -> usize {
        let second = bytes.get(1).copied().unwrap_or(0);
        match bytes[0] {
            0x8f if self.0 == EUC_JP && second >= 0xa1 && bytes.len() > 2 => 3,
            0x81..=0xfe if self.0 == GB18030 && second.is_ascii_digit() && bytes.len() > 3 && bytes[2] >= 0x81 => 4,
            0x81..=0xfe if (self.0 == GB18030 || self.0 == BIG5) && second >= 0x40 => 2,
            0x81..=0x9f | 0xe0..=0xfc if self.0 == SHIFT_JIS && second >= 0x40 => 2,
            0x81..=0xfe if self.0 == EUC_KR && (second.is_ascii_alphabetic() || second >= 0x81) => 2,
            0x8e | 0xa1..=0xfe if self.0 == EUC_JP && second >= 0xa1 => 2,
            _ => 1,
        }
    }
}

/// The sets in which a character may take more than one byte, in the order in which a tie is decided.
pub(super) static MULTI_BYTE: [&Encoding; 5] = [GB18030, BIG5, EUC_KR, SHIFT_JIS, EUC_JP];

#[rustfmt::skip]
pub(super) const NAMES: [&str; 38] = [
    "utf-8", "gb18030", "big5", "shift_jis", "euc-kr", "euc-jp", "iso-2022-jp", "utf-16le", "utf-16be",
    "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1255", "windows-1256",
    "windows-1257", "windows-1258", "windows-874", "iso-8859-2", "iso-8859-3", "iso-8859-4", "iso-8859-5",
    "iso-8859-6", "iso-8859-7", "iso-8859-8", "iso-8859-8-i", "iso-8859-10", "iso-8859-13", "iso-8859-14",
    "iso-8859-15", "iso-8859-16", "koi8-r", "koi8-u", "ibm866", "macintosh", "x-mac-cyrillic", "x-user-defined",
];
