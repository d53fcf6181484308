/**
 * Rows as the text of an array of a composite type (PostgreSQL's manual, 8.15.6 and 8.16.6): each row its attributes in the order of the type,
 * text in quotes unless it is plain, nothing for null. The database reads it in a third of the time that it takes for JSON, and writing it takes
 * no longer: in loops, since each sale passes here twice.
 */
export type Attribute = string | number | boolean | Date | readonly string[] | null | undefined;

/** What a row, an array, or either in the other may read as more than itself. */
const SPECIAL = /[^\w.:+/-]/;

const ESCAPED = /["\\]/g;
const inQuotes = (text: string): string => `"${text.replace(ESCAPED, '\\$&')}"`;
/** In a row that itself stands in quotes, in the array: of what is escaped, both signs are escaped once more. */
const inQuotesOfRow = (text: string): string => `\\"${text.replace(ESCAPED, '\\\\\\$&')}\\"`;

function attribute(value: NonNullable<Attribute>): string {
  if (typeof value === 'string') return value === '' || SPECIAL.test(value) ? inQuotesOfRow(value) : value;
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 't' : 'f';
  if (value instanceof Date) return value.toISOString();
  return inQuotesOfRow(`{${value.map(inQuotes).join(',')}}`);
}

function rowText(names: readonly string[], row: Readonly<Partial<Record<string, Attribute>>>): string {
  let text = '';
  let comma = '';
  for (const name of names) {
    const value = row[name];
    text += value === null || value === undefined ? comma : comma + attribute(value);
    comma = ',';
  }
  return text;
}

/** `names` are the attributes of the type, in its order; what a row does not have is null. A row with anything else does not compile. */
export const compositeArray = <Name extends string, Row extends Attributes<Row, Name>>(
  names: readonly Name[],
  rows: readonly Row[],
): string => `{${rows.map((row) => `"(${rowText(names, row)})"`).join(',')}}`;

type Attributes<Row, Name> = { [Key in keyof Row]: Key extends Name ? Attribute : never };
