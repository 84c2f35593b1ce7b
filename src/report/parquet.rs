//! A finished table as Parquet, made from its CSV.
//!
//! Texts are `STRING`, whole numbers `INT64`, amounts `DECIMAL(18, 2)`, which is exact, and `true` and `false`
//! `BOOLEAN`. An empty field is null.

use super::holds::{Holds, scaled};
use parquet::basic::Compression;
use parquet::column::writer::ColumnWriterImpl;
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterVersion};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::parser::parse_message_type;
use std::io::{Read, Write};
use std::sync::Arc;

/// Rows of a row group at most: these are in memory at one time.
const ROWS: usize = 1 << 16;

/// Bytes of text in a row group at most, but for the last row.
const BYTES: usize = 1 << 25;

/// Values that are handed to the writer at a time.
const BATCH: usize = 1 << 10;

/// Why a table could not be written as Parquet.
#[derive(Debug, thiserror::Error)]
pub enum TableError {
    /// The CSV cannot be read.
    #[error(transparent)]
    Csv(#[from] csv::Error),
    /// The Parquet cannot be written.
    #[error(transparent)]
    Parquet(#[from] ParquetError),
    /// The CSV has other columns than the table.
    #[error("the columns are not those of this version of sgfkit")]
    Columns,
    /// A value is not what its column holds.
    #[error("row {row}, column {column}: {value:?} is no value of {holds:?}")]
    Value {
        /// The row, from 1, the header left out.
        row: u64,
        /// The name of the column.
        column: &'static str,
        /// What stands there.
        value: String,
        /// What should.
        holds: Holds,
    },
}

/// The values of one column in a row group.
#[derive(Debug)]
struct Values {
    name: &'static str,
    holds: Holds,
    text: String,
    /// For each row where its text ends; empty: null.
    ends: Vec<usize>,
}

impl Values {
    fn iter(&self) -> impl Iterator<Item = &str> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| self.text.get(start..end).unwrap_or_default())
    }

    /// Writes the column; `read` makes a value of a text.
    fn write<T: DataType>(
        &self,
        before: u64,
        out: &mut ColumnWriterImpl<'_, T>,
        read: impl Fn(&str) -> Option<T::T>,
    ) -> Result<(), TableError> {
        let (mut values, mut levels) = (Vec::with_capacity(BATCH), Vec::with_capacity(BATCH));
        for (row, text) in (before + 1..).zip(self.iter()) {
            levels.push(i16::from(!text.is_empty()));
            if !text.is_empty() {
                let value = read(text).ok_or_else(|| TableError::Value {
                    row,
                    column: self.name,
                    value: text.to_owned(),
                    holds: self.holds,
                })?;
                values.push(value);
            }
            if levels.len() == BATCH {
                out.write_batch(&values, Some(&levels), None)?;
                values.clear();
                levels.clear();
            }
        }
        out.write_batch(&values, Some(&levels), None)?;
        Ok(())
    }
}

/// Writes a table in CSV, with a header row, as Parquet. The fields are those of the CSV, in order.
///
/// # Errors
///
/// Where the one cannot be read, the other not written, or a value is not of its column's type.
pub fn write(
    csv: impl Read,
    name: &str,
    fields: &[(&'static str, Holds)],
    out: impl Write + Send,
) -> Result<(), TableError> {
    let schema = fields.iter().map(|(name, holds)| match holds {
        Holds::Text => format!("OPTIONAL BYTE_ARRAY {name} (UTF8);"),
        Holds::Whole => format!("OPTIONAL INT64 {name};"),
        Holds::Decimal => format!("OPTIONAL INT64 {name} (DECIMAL(18,2));"),
        Holds::Flag => format!("OPTIONAL BOOLEAN {name};"),
    });
    let schema = format!("message {name} {{ {} }}", schema.collect::<String>());
    let properties = WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_writer_version(WriterVersion::PARQUET_1_0)
        .set_created_by(format!("sgfkit {}", env!("CARGO_PKG_VERSION")))
        .build();
    let mut writer = SerializedFileWriter::new(out, Arc::new(parse_message_type(&schema)?), Arc::new(properties))?;
    let new = |&(name, holds)| Values { name, holds, text: String::new(), ends: Vec::new() };
    let mut columns: Vec<Values> = fields.iter().map(new).collect();
    let mut csv = csv::Reader::from_reader(csv);
    if !csv.headers()?.iter().eq(fields.iter().map(|(name, _)| *name)) {
        return Err(TableError::Columns);
    }
    let mut record = csv::StringRecord::new();
    let (mut before, mut rows, mut bytes) = (0, 0, 0);
    while csv.read_record(&mut record)? {
        for (column, text) in columns.iter_mut().zip(&record) {
            column.text.push_str(text);
            column.ends.push(column.text.len());
            bytes += text.len();
        }
        rows += 1;
        if rows == ROWS || bytes >= BYTES {
            group(&mut writer, &mut columns, before)?;
            before += rows as u64;
            (rows, bytes) = (0, 0);
        }
    }
    if rows > 0 {
        group(&mut writer, &mut columns, before)?;
    }
    writer.close()?;
    Ok(())
}

/// Writes a row group, and empties the columns.
fn group<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    columns: &mut [Values],
    before: u64,
) -> Result<(), TableError> {
    let mut group = writer.next_row_group()?;
    for values in &mut *columns {
        let Some(mut column) = group.next_column()? else { break };
        match values.holds {
            Holds::Text => values.write(before, column.typed::<ByteArrayType>(), |text| Some(ByteArray::from(text))),
            Holds::Whole => values.write(before, column.typed::<Int64Type>(), |text| text.parse().ok()),
            Holds::Decimal => values.write(before, column.typed::<Int64Type>(), scaled),
            Holds::Flag => values.write(before, column.typed::<BoolType>(), |text| text.parse().ok()),
        }?;
        column.close()?;
        values.text.clear();
        values.ends.clear();
    }
    group.close()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use parquet::file::reader::{FileReader, SerializedFileReader};

    const FIELDS: [(&str, Holds); 4] =
        [("file", Holds::Text), ("game", Holds::Whole), ("komi_zi", Holds::Decimal), ("following", Holds::Flag)];

    fn parquet(csv: &str) -> Result<std::fs::File, TableError> {
        let file = tempfile::tempfile().unwrap();
        write(csv.as_bytes(), "games", &FIELDS, file.try_clone().unwrap())?;
        Ok(file)
    }

    #[test]
    fn values_come_back_with_their_types() {
        let csv = "\u{feff}file,game,komi_zi,following\n\"a,\"\"b\",1,3.75,true\n柯洁.sgf,2,-0.5,false\n,,,\n";
        let reader = SerializedFileReader::new(parquet(csv).unwrap()).unwrap();
        let rows: Vec<String> = reader.get_row_iter(None).unwrap().map(|row| row.unwrap().to_string()).collect();
        assert_eq!(
            rows,
            [
                r#"{file: "a,"b", game: 1, komi_zi: 3.75, following: true}"#,
                r#"{file: "柯洁.sgf", game: 2, komi_zi: -0.50, following: false}"#,
                "{file: null, game: null, komi_zi: null, following: null}",
            ]
        );
    }

    #[test]
    fn rows_come_in_groups() {
        let rows = ROWS + 5;
        let csv: String = (1..=rows).map(|n| format!("f{n},{n},,\n")).collect();
        let reader =
            SerializedFileReader::new(parquet(&format!("file,game,komi_zi,following\n{csv}")).unwrap()).unwrap();
        let groups: Vec<i64> = reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect();
        assert_eq!(groups, [ROWS as i64, 5]);
        for (n, row) in (1..).zip(reader.get_row_iter(None).unwrap()) {
            assert_eq!(
                row.unwrap().to_string(),
                format!("{{file: \"f{n}\", game: {n}, komi_zi: null, following: null}}")
            );
        }
    }

    #[test]
    fn an_empty_table_has_its_columns() {
        let reader = SerializedFileReader::new(parquet("file,game,komi_zi,following\n").unwrap()).unwrap();
        assert_eq!(reader.metadata().file_metadata().num_rows(), 0);
        assert_eq!(reader.metadata().file_metadata().schema_descr().num_columns(), 4);
    }

    #[test]
    fn what_is_no_value_is_told_with_its_place() {
        let error = parquet("file,game,komi_zi,following\na,1,,\nb,1,3.755,\n").unwrap_err().to_string();
        assert_eq!(error, "row 2, column komi_zi: \"3.755\" is no value of Decimal");
        assert!(parquet("file,game,komi_zi,following\na,x,,\n").is_err());
        assert!(parquet("file,game,komi_zi,following\na,1,,yes\n").is_err());
        assert!(parquet("file,game,komi_zi,following\na,1\n").is_err());
        assert!(matches!(parquet("file,game,komi,following\na,1,,\n"), Err(TableError::Columns)));
    }
}
