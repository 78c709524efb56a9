// SPDX-License-Identifier: Apache-2.0
use crate::Error;
use serde_json::{Map, Value};

/// The fields of a request's object, read with their types. Unknown ones are never looked at.
pub(crate) struct Fields<'a>(pub(crate) &'a Map<String, Value>);

impl<'a> Fields<'a> {
    pub(crate) fn text(&self, name: &str) -> Result<&'a str, Error> {
        self.required(name, "a string", Value::as_str)
    }

    pub(crate) fn whole_number(&self, name: &str) -> Result<u64, Error> {
        self.required(name, "a whole number", Value::as_u64)
    }

    /// A whole number from 1 to `most`.
    pub(crate) fn count_to(&self, name: &str, most: u64) -> Result<u64, Error> {
        let in_range = |value: &Value| value.as_u64().filter(|count| (1..=most).contains(count));
        self.required(name, &format!("a whole number from 1 to {most}"), in_range)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    pub(crate) fn number(&self, name: &str) -> Result<f64, Error> {
        self.required(name, "a number", Value::as_f64)
    }

    pub(crate) fn object(&self, name: &str) -> Result<Fields<'a>, Error> {
        self.required(name, "an object", Value::as_object)
            .map(Fields)
    }

    pub(crate) fn whole_numbers(&self, name: &str) -> Result<Vec<u64>, Error> {
        let read = |value: &Value| value.as_array()?.iter().map(Value::as_u64).collect();
        self.required(name, "an array of whole numbers", read)
    }

    fn required<T>(
        &self,
        name: &str,
        kind: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> Result<T, Error> {
        self.0
            .get(name)
            .and_then(read)
            .ok_or_else(|| Error::bad_request(format!("'{name}' must be {kind}")))
    }
}
