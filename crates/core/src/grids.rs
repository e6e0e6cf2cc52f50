//! Grids of words as text, in the usual forms only: whoever asks has a reader of his own for all others, and for errors.

/// Rows between `|` or new lines, words between spaces: the number of columns, and the words row by row. None unless all
/// rows have as many words, more than one.
pub fn words(text: &str) -> Option<(usize, Vec<&str>)> {
    if !is_plain(text) {
        return None;
    }
    let mut found: Vec<&str> = Vec::with_capacity(text.len() / 2 + 1);
    let mut cols = 0;
    for row in text.trim_matches([' ', '\n']).split(['|', '\n']) {
        let before = found.len();
        found.extend(row.split(' ').filter(|word| !word.is_empty()));
        let width = found.len() - before;
        if width < 2 || (cols > 0 && width != cols) {
            return None;
        }
        cols = width;
    }
    Some((cols, found))
}

/// A size in the first line and then grids of this size, line by line: the grids in the form that [`words`] reads,
/// with `;` between them, and `empty` in place of `nothing`. None if it is something else.
pub fn sized(text: &str, nothing: &str, empty: &str) -> Option<String> {
    if !is_plain(text) {
        return None;
    }
    let mut lines = text.trim_matches([' ', '\n']).split('\n');
    let mut size = lines.next()?.split(' ').filter(|word| !word.is_empty());
    let mut number = || {
        let word = size.next().filter(|word| word.len() <= 4 && word.bytes().all(|byte| byte.is_ascii_digit()))?;
        word.parse::<usize>().ok().filter(|&number| number > 0)
    };
    let (rows, cols) = (number()?, number()?);
    if size.next().is_some() || cols < 3 {
        return None;
    }
    let mut found = String::with_capacity(text.len());
    let mut count = 0;
    for line in lines {
        if count > 0 {
            found.push(if count % rows == 0 { ';' } else { '|' });
        }
        let mut width = 0;
        for word in line.split(' ').filter(|word| !word.is_empty()) {
            if width > 0 {
                found.push(' ');
            }
            found.push_str(if word == nothing { empty } else { word });
            width += 1;
        }
        if width != cols {
            return None;
        }
        count += 1;
    }
    (count > 0 && count % rows == 0).then_some(found)
}

/// Nothing but spaces, new lines and what can be seen.
fn is_plain(text: &str) -> bool {
    text.bytes().all(|byte| byte == b' ' || byte == b'\n' || byte.is_ascii_graphic())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_grids_are_read() {
        assert_eq!(words("1 . 12|. 2 .\n3 3 3\n"), Some((3, vec!["1", ".", "12", ".", "2", ".", "3", "3", "3"])));
        for other in ["", "123|456", "1 2|3", "1 | 2", "1 2|", "1 2||3 4", "1\t2", "1 \u{a0}2"] {
            assert_eq!(words(other), None, "{other:?}");
        }
    }

    #[test]
    fn sized_grids_are_written_anew() {
        assert_eq!(sized("2 3\n- 2  -\n- - -1 \n", "-", ".").as_deref(), Some(". 2 .|. . -1"));
        assert_eq!(sized("1 3\n- 2 -\na a b", "-", ".").as_deref(), Some(". 2 .;a a b"));
        for other in
            ["2 3", "2 3\n- - -", "2 3\n- - -\n- -", "1 2\n- 3", "0 3\n- - -", "1 3 4\n- - -", "+1 3\n- - -", "3"]
        {
            assert_eq!(sized(other, "-", "."), None, "{other:?}");
        }
    }
}
