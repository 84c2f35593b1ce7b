//! Where `sgf-parse` stands: its trees are the document model for those who hold or want a whole one.

use sgf_parse::{SgfNode, SgfProp};

/// Writes a tree of `sgf-parse` as SGF, without recursion, however deep it is.
///
/// Reading the text again gives the same nodes, properties and values.
pub fn to_text<P: SgfProp>(root: &SgfNode<P>) -> String {
    let mut text = String::new();
    // Lines still to be written, the next one last; `None` closes the parenthesis of one.
    let mut waiting = vec![Some(root)];
    while let Some(line) = waiting.pop() {
        let Some(mut node) = line else {
            text.push(')');
            continue;
        };
        text.push('(');
        waiting.push(None);
        loop {
            text.push(';');
            node.properties().for_each(|property| text.push_str(&property.to_string()));
            let children: Vec<_> = node.children().collect();
            match children.as_slice() {
                [only] => node = only,
                several => {
                    waiting.extend(several.iter().rev().map(|&line| Some(line)));
                    break;
                }
            }
        }
    }
    text
}
