#![allow(missing_docs)]
use std::fmt;
#[derive(Clone, Copy, Debug)] pub struct Zi(pub i32);
impl Zi { pub fn points(self) -> impl fmt::Display { self.0 as f64 / 2.0 } }
#[derive(Clone, Copy, Debug, PartialEq)] pub enum Source { Fox }
pub struct Origin<'a> { pub application: &'a str, pub place: &'a str, pub user: &'a str, pub origin: &'a str }
impl Source { pub fn name(self) -> &'static str { "fox" } pub fn detect(o: &Origin<'_>) -> Option<Source> { o.application.contains("foxwq").then_some(Source::Fox) } }
#[derive(Clone, Copy, Debug, PartialEq)] pub enum Ruleset { Chinese }
impl Ruleset { pub fn name(self) -> &'static str { "chinese" } pub fn read(s: &str) -> Option<Ruleset> { (s == "Chinese").then_some(Ruleset::Chinese) } }
#[derive(Clone, Copy, Debug, Default, PartialEq)] pub enum KomiReading { #[default] Missing }
impl KomiReading { pub fn name(self) -> &'static str { "missing" } }
#[derive(Clone, Copy, Debug, Default)] pub struct Komi { pub value: Option<Zi>, pub reading: KomiReading }
#[derive(Clone, Copy, Debug, PartialEq)] pub enum Winner { Black, White, Draw, Void }
impl Winner { pub fn name(self) -> &'static str { match self { Winner::Black => "B", Winner::White => "W", Winner::Draw => "draw", Winner::Void => "void" } } }
#[derive(Clone, Copy, Debug, Default, PartialEq)] pub enum ResultKind { Resign, Time, Forfeit, #[default] Unknown }
impl ResultKind { pub fn name(self) -> &'static str { "unknown" } }
#[derive(Clone, Copy, Debug, Default)] pub struct RecordedResult { pub winner: Option<Winner>, pub kind: ResultKind, pub margin: Option<Zi> }
pub mod date { pub fn year(s: &str) -> Option<u16> { s.get(..4)?.parse().ok() } }
