//! Who made a record.

/// The server, portal or program that a record comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Source {
    /// Fox Weiqi (野狐围棋).
    Fox,
    /// KGS Go Server.
    Kgs,
    /// Online Go Server.
    Ogs,
    /// Computer Go Server.
    Cgos,
    /// Tygem (Dongyang, 东洋围棋).
    Tygem,
    /// Internet Go Server, Pandanet.
    Igs,
    /// No Name Go Server.
    Nngs,
    /// Little Golem.
    LittleGolem,
    /// Tom (weiqi.tom.com).
    Tom,
    /// Sina (新浪).
    Sina,
    /// Yike (弈客).
    Yike,
    /// GNU Go.
    GnuGo,
    /// MultiGo.
    MultiGo,
    /// StoneBase.
    StoneBase,
    /// GoGui.
    GoGui,
    /// Sabaki.
    Sabaki,
}

/// The texts of a header that tell the source, unescaped; empty where absent.
#[derive(Clone, Copy, Debug, Default)]
pub struct Origin<'a> {
    /// `AP`, several of them with blanks between.
    pub application: &'a str,
    /// `PC`.
    pub place: &'a str,
    /// `SO`.
    pub origin: &'a str,
    /// `US`.
    pub user: &'a str,
    /// Whether the root has `TC` and `TT`, which only Fox writes.
    pub fox_clock: bool,
    /// Whether the root has `TE`, `RD` and `KO` as title, date and komi, and no `GM`: the dialect of Sina.
    pub sina_dialect: bool,
}

/// What names a source, in small letters: in `AP`, and in `PC`, `SO` and `US`.
type Marks = (Source, &'static [&'static str], &'static [&'static str]);

const MARKS: [Marks; 16] = [
    (Source::Fox, &["foxwq"], &["foxwq", "野狐"]),
    (Source::Kgs, &[], &["gokgs", "kiseido"]),
    (Source::Ogs, &["online-go"], &["online-go.com", "ogs:"]),
    (Source::Cgos, &["cgos"], &["cgos", "computer go server"]),
    (Source::Tygem, &["tygem"], &["tygem", "wbaduk", "东洋围棋", "弈城"]),
    (Source::Igs, &["igs", "pandanet"], &["igs", "pandanet", "internet go server"]),
    (Source::Nngs, &["nngs"], &["nngs", "no name go server"]),
    (Source::LittleGolem, &["littlegolem"], &["littlegolem"]),
    (Source::Tom, &[], &["tom.com"]),
    (Source::Sina, &["sina"], &["sina.com", "新浪"]),
    (Source::Yike, &["yike", "弈客"], &["yikeweiqi", "弈客"]),
    (Source::MultiGo, &["multigo"], &[]),
    (Source::StoneBase, &["stonebase"], &[]),
    (Source::GnuGo, &["gnu go"], &[]),
    (Source::GoGui, &["gogui"], &[]),
    (Source::Sabaki, &["sabaki"], &[]),
];

impl Source {
    /// Tells the source, where the header tells it.
    ///
    /// Fox writes its name into a second `AP` behind `GNU Go:3.8`, and copies that another program saved are
    /// known by its clock properties `TC` and `TT`. A place names a server before an application does, for the same
    /// programs are used on several.
    pub fn detect(origin: &Origin<'_>) -> Option<Source> {
        let application = origin.application.to_ascii_lowercase();
        if application.contains("foxwq") || origin.fox_clock {
            return Some(Source::Fox);
        }
        let places = [origin.place, origin.origin, origin.user].map(str::to_ascii_lowercase);
        let placed = |marks: &&Marks| places.iter().any(|place| marks.2.iter().any(|mark| names(place, mark)));
        let made = |marks: &&Marks| marks.1.iter().any(|mark| names(&application, mark));
        let told = MARKS.iter().find(placed).or_else(|| MARKS.iter().find(made)).map(|marks| marks.0);
        let alone = || match origin.place.trim() {
            "Fox" => Some(Source::Fox),
            "Tom" | "TOM" => Some(Source::Tom),
            "KGS" => Some(Source::Kgs),
            "OGS" => Some(Source::Ogs),
            _ if origin.sina_dialect => Some(Source::Sina),
            _ => None,
        };
        told.or_else(alone)
    }

    /// The name in the tables.
    pub fn name(self) -> &'static str {
        match self {
            Source::Fox => "fox",
            Source::Kgs => "kgs",
            Source::Ogs => "ogs",
            Source::Cgos => "cgos",
            Source::Tygem => "tygem",
            Source::Igs => "igs",
            Source::Nngs => "nngs",
            Source::LittleGolem => "littlegolem",
            Source::Tom => "tom",
            Source::Sina => "sina",
            Source::Yike => "yike",
            Source::GnuGo => "gnugo",
            Source::MultiGo => "multigo",
            Source::StoneBase => "stonebase",
            Source::GoGui => "gogui",
            Source::Sabaki => "sabaki",
        }
    }
}

/// Whether a text names something: as a word of its own where the mark is short.
fn names(text: &str, mark: &str) -> bool {
    const SHORT: usize = 3;
    if mark.len() > SHORT {
        return text.contains(mark);
    }
    text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == mark)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources() {
        let check = |origin: Origin<'_>, expected| assert_eq!(Source::detect(&origin), expected, "{origin:?}");
        let none = Origin::default();
        check(Origin { application: "GNU Go:3.8 foxwq", ..none }, Some(Source::Fox));
        check(Origin { application: "GNU Go:3.8", fox_clock: true, ..none }, Some(Source::Fox));
        check(Origin { application: "YuanYu", fox_clock: true, ..none }, Some(Source::Fox));
        check(Origin { application: "GNU Go:3.8", ..none }, Some(Source::GnuGo));
        check(
            Origin { application: "CGoban:3", place: "The KGS Go Server at http://www.gokgs.com/", ..none },
            Some(Source::Kgs),
        );
        check(Origin { application: "CGoban:3", ..none }, None);
        check(Origin { place: "OGS: https://online-go.com/game/1", ..none }, Some(Source::Ogs));
        check(Origin { place: "(CGOS) 9x9 Computer Go Server", ..none }, Some(Source::Cgos));
        check(Origin { application: "converter", place: "TYGEM", ..none }, Some(Source::Tygem));
        check(Origin { application: "converter", place: "Tom", ..none }, Some(Source::Tom));
        check(Origin { origin: "http://weiqi.tom.com", ..none }, Some(Source::Tom));
        check(Origin { sina_dialect: true, ..none }, Some(Source::Sina));
        check(Origin { place: "Tokyo", ..none }, None);
    }
}
