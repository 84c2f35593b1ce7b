//! Rule sets, as `RU` names them.

named! {
    /// A set of rules.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
    #[non_exhaustive]
    pub enum Ruleset {
        /// Chinese.
        Chinese = "chinese",
        /// Japanese.
        Japanese = "japanese",
        /// Korean.
        Korean = "korean",
        /// American Go Association.
        Aga = "aga",
        /// New Zealand.
        NewZealand = "new-zealand",
        /// Ing, of the Ing foundation (应氏).
        Ing = "ing",
        /// Tromp-Taylor.
        TrompTaylor = "tromp-taylor",
        /// Ancient Chinese (古代围棋): set stones, White first, group tax.
        Ancient = "ancient",
    }
}

/// Under which rules games are judged, and counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RulesChoice {
    /// The ancient ones where `RU` names them, else the Chinese ones.
    #[default]
    Recorded,
    /// The Chinese ones, whatever `RU` says.
    Chinese,
    /// The ancient ones, whatever `RU` says.
    Ancient,
}

impl RulesChoice {
    /// Whether a game with these recorded rules is judged under the ancient ones.
    ///
    /// ```
    /// use sgfkit::record::{Ruleset, RulesChoice};
    ///
    /// assert!(RulesChoice::Recorded.is_ancient(Some(Ruleset::Ancient)) && RulesChoice::Ancient.is_ancient(None));
    /// assert!(!RulesChoice::Chinese.is_ancient(Some(Ruleset::Ancient)));
    /// ```
    pub fn is_ancient(self, recorded: Option<Ruleset>) -> bool {
        match self {
            RulesChoice::Recorded => recorded == Some(Ruleset::Ancient),
            RulesChoice::Chinese => false,
            RulesChoice::Ancient => true,
        }
    }

    /// The rules that a record is taken to be played under: those that it names, else those chosen, if any.
    pub fn of_record(self, recorded: Option<Ruleset>) -> Option<Ruleset> {
        recorded.or(match self {
            RulesChoice::Recorded => None,
            RulesChoice::Chinese => Some(Ruleset::Chinese),
            RulesChoice::Ancient => Some(Ruleset::Ancient),
        })
    }
}

/// How a rule set counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Stones and the points they enclose (数子法).
    Area,
    /// Points enclosed, less prisoners (数目法).
    Territory,
}

/// The words by which a rule set is known: parts of the text, in small letters and with a blank for whatever is no letter
/// or digit, so that a blank here is where a word begins or ends. The first that fits counts.
const WORDS: [(Ruleset, &[&str]); 8] = [
    (Ruleset::Ancient, &[" ancient", " old chinese", " group tax", "古代", "座子", "还棋头", "還棋頭"]),
    (Ruleset::TrompTaylor, &[" tromp"]),
    (Ruleset::NewZealand, &[" new zealand", " newzealand", "新西兰"]),
    (Ruleset::Ing, &[" goe ", " ing ", "应氏", "應氏", "应昌期"]),
    (Ruleset::Chinese, &[" chin", "中国", "中國", "中式", "数子", "數子", "중국"]),
    (Ruleset::Japanese, &[" japan", "日本", "日韩", "日式", "일본"]),
    (Ruleset::Korean, &[" korea", "韩国", "韓國", "韓国", "한국"]),
    (Ruleset::Aga, &[" aga "]),
];

/// Words that only count alone.
const SHORT: [(Ruleset, &[&str]); 5] = [
    (Ruleset::Chinese, &["cn", "zh"]),
    (Ruleset::Japanese, &["jp", "ja", "jpn"]),
    (Ruleset::Korean, &["kr", "ko", "kor"]),
    (Ruleset::NewZealand, &["nz"]),
    (Ruleset::TrompTaylor, &["tt"]),
];

impl Ruleset {
    /// Reads `RU`. `None` where it is empty or names no rule set that is known.
    pub fn read(text: &str) -> Option<Ruleset> {
        // By far the most frequent ones, without a copy.
        match text {
            "" => return None,
            "Japanese" => return Some(Ruleset::Japanese),
            "Chinese" => return Some(Ruleset::Chinese),
            _ => {}
        }
        let text = text.to_lowercase().replace(|c: char| !c.is_alphanumeric(), " ");
        let whole = SHORT.iter().find(|(_, words)| words.contains(&text.trim()));
        let text = format!(" {text} ");
        let part = WORDS.iter().find(|(_, words)| words.iter().any(|word| text.contains(word)));
        whole.or(part).map(|&(ruleset, _)| ruleset)
    }

    /// How it counts.
    pub fn method(self) -> Method {
        match self {
            Ruleset::Japanese | Ruleset::Korean => Method::Territory,
            _ => Method::Area,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_rule_sets() {
        let check = |text, expected| assert_eq!(Ruleset::read(text), expected, "{text}");
        for text in ["Chinese", "chinese", "CN", "中国规则", "中國", "China", "Chinese (2002)", "数子"] {
            check(text, Some(Ruleset::Chinese));
        }
        for text in ["Japanese", "japanese", "Japanese Rules", "jp", "日本", "日本规则"] {
            check(text, Some(Ruleset::Japanese));
        }
        for text in ["Korean", "韩国规则", "한국"] {
            check(text, Some(Ruleset::Korean));
        }
        check("AGA", Some(Ruleset::Aga));
        check("NZ", Some(Ruleset::NewZealand));
        check("New Zealand", Some(Ruleset::NewZealand));
        check("GOE", Some(Ruleset::Ing));
        for text in ["Ing", "ing rules", "Ing's rules"] {
            check(text, Some(Ruleset::Ing));
        }
        check("(AGA)", Some(Ruleset::Aga));
        check("Tromp-Taylor", Some(Ruleset::TrompTaylor));
        check("Old Chinese", Some(Ruleset::Ancient));
        check("Tang (Japanese + group tax)", Some(Ruleset::Ancient));
        check("", None);
        for text in ["house rules", "Teaching game", "goes on", "against", "anything"] {
            check(text, None);
        }
    }
}
