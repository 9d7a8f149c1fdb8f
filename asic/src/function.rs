//! Boolean functions of Liberty files: `!(A B) + C'`, over the pins of a cell.

/// A function of variables, which are numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Function {
    /// 0 or 1.
    Constant(bool),
    /// A variable.
    Variable(usize),
    /// The inverse.
    Not(Box<Function>),
    /// Both.
    And(Box<Function>, Box<Function>),
    /// One or both.
    Or(Box<Function>, Box<Function>),
    /// One of both.
    Xor(Box<Function>, Box<Function>),
}

impl Function {
    /// Reads a function; variable n is `names[n]`.
    ///
    /// # Errors
    /// A name that is not listed, or what is no function.
    pub fn read(text: &str, names: &[&str]) -> Result<Self, String> {
        let mut reader = Reader { words: words(text), at: 0, names };
        let function = reader.or();
        match function.filter(|_| reader.at == reader.words.len()) {
            Some(function) => Ok(function),
            None => match reader.words.get(reader.at) {
                Some(word) => Err(format!("function {text}: `{word}` is not expected; pins are {}", names.join(", "))),
                None => Err(format!("function {text}: it ends too early")),
            },
        }
    }

    /// As an expression of Verilog; variable n is `names[n]`.
    pub fn verilog(&self, names: &[String]) -> String {
        let both = |a: &Self, operator: &str, b: &Self| format!("({} {operator} {})", a.verilog(names), b.verilog(names));
        match self {
            Self::Constant(value) => format!("1'b{}", u8::from(*value)),
            Self::Variable(variable) => names[*variable].clone(),
            Self::Not(a) => format!("~{}", a.verilog(names)),
            Self::And(a, b) => both(a, "&", b),
            Self::Or(a, b) => both(a, "|", b),
            Self::Xor(a, b) => both(a, "^", b),
        }
    }
}

/// Names and marks. A space between two operands is an AND, which needs no word.
fn words(text: &str) -> Vec<&str> {
    let is_name = |c: char| !c.is_whitespace() && !"!'()+|*&^\"".contains(c);
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let end = if is_name(first) { rest.find(|c| !is_name(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        if first != '"' {
            found.push(&rest[..end]);
        }
        rest = rest[end..].trim_start();
    }
    found
}

struct Reader<'a> {
    words: Vec<&'a str>,
    at: usize,
    names: &'a [&'a str],
}

impl Reader<'_> {
    fn take(&mut self, words: &[&str]) -> bool {
        let found = self.words.get(self.at).is_some_and(|word| words.contains(word));
        self.at += usize::from(found);
        found
    }

    fn or(&mut self) -> Option<Function> {
        let mut left = self.and()?;
        while self.take(&["+", "|"]) {
            left = Function::Or(Box::new(left), Box::new(self.and()?));
        }
        Some(left)
    }

    fn and(&mut self) -> Option<Function> {
        let mut left = self.xor()?;
        let is_operand = |word: &&str| !["+", "|", ")", "^", "'"].contains(word);
        while self.take(&["*", "&"]) || self.words.get(self.at).is_some_and(is_operand) {
            left = Function::And(Box::new(left), Box::new(self.xor()?));
        }
        Some(left)
    }

    /// Liberty binds XOR closer than AND.
    fn xor(&mut self) -> Option<Function> {
        let mut left = self.operand()?;
        while self.take(&["^"]) {
            left = Function::Xor(Box::new(left), Box::new(self.operand()?));
        }
        Some(left)
    }

    fn operand(&mut self) -> Option<Function> {
        let mut operand = if self.take(&["!"]) {
            Function::Not(Box::new(self.operand()?))
        } else if self.take(&["("]) {
            let inner = self.or()?;
            if !self.take(&[")"]) {
                return None;
            }
            inner
        } else {
            let word = *self.words.get(self.at)?;
            let function = match self.names.iter().position(|name| *name == word) {
                Some(variable) => Function::Variable(variable),
                None if word == "0" || word == "1" => Function::Constant(word == "1"),
                None => return None,
            };
            self.at += 1;
            function
        };
        while self.take(&["'"]) {
            operand = Function::Not(Box::new(operand));
        }
        Some(operand)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(function: &Function, of: &[bool]) -> bool {
        match function {
            Function::Constant(value) => *value,
            Function::Variable(variable) => of[*variable],
            Function::Not(a) => !value(a, of),
            Function::And(a, b) => value(a, of) && value(b, of),
            Function::Or(a, b) => value(a, of) || value(b, of),
            Function::Xor(a, b) => value(a, of) != value(b, of),
        }
    }

    #[test]
    fn functions_have_the_values_of_their_operators() {
        type Expected = fn(bool, bool, bool) -> bool;
        let cases: [(&str, Expected); 9] = [
            ("(!((A B) + C))", |a, b, c| !(a && b || c)),
            ("!A * B' + C", |a, b, c| !a && !b || c),
            ("A + B C", |a, b, c| a || b && c),
            ("A ^ B & C", |a, b, c| (a != b) && c),
            ("A & B ^ C", |a, b, c| a && (b != c)),
            ("(A B)' | 0", |a, b, _| !(a && b)),
            ("!A'", |a, _, _| a),
            ("\"A&B&!C\"", |a, b, c| a && b && !c),
            ("(A) (B) 1", |a, b, _| a && b),
        ];
        for (text, expected) in cases {
            let function = Function::read(text, &["A", "B", "C"]).unwrap();
            for i in 0..8 {
                let [a, b, c] = [i & 1, i & 2, i & 4].map(|bit| bit != 0);
                assert_eq!(value(&function, &[a, b, c]), expected(a, b, c), "{text} at {a} {b} {c}");
            }
        }
    }

    #[test]
    fn what_is_no_function_is_refused() {
        for (text, word) in
            [("A D", "`D` is not expected; pins are A, B"), ("(A", "ends too early"), ("A )", "`)`"), ("", "too early"), ("A + * B", "`*`")]
        {
            let error = Function::read(text, &["A", "B"]).unwrap_err();
            assert!(error.contains(word), "{text}: {error}");
        }
    }
}
