/**
 * PostgreSQL's text form of an array of values that need no quoting: numbers, numbers as text,
 * dates, UUIDs. Several times faster than the driver, which converts element by element.
 */
export const plainArray = (values: readonly (number | string)[]): string => `{${values.join(',')}}`;

/** The text form of an array of any strings. */
export const textArray = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replace(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** The text form of an array of instants, given in milliseconds since 1970. */
export const timeArray = (values: readonly number[]): string =>
  `{${values.map((value) => new Date(value).toISOString()).join(',')}}`;
