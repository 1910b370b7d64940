// RFC 5321 allows more. Every address that mail providers hand out matches; a quoted local part
// with spaces does not.
const ADDRESS =
  /^[^\s@<>(),;:"\\[\]]{1,64}@(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{1,62}$/;

const isMailAddress = (text: string): boolean => ADDRESS.test(text);

/**
 * Splits recipients as somebody typed them, one per line: trimmed, no blank lines or duplicates.
 */
export const splitRecipients = (text: string): string[] => [
  ...new Set(
    text
      .split(/\r\n|\r|\n/)
      .map((line) => line.trim())
      .filter(Boolean),
  ),
];

/** Recipients of a record at most. */
const MOST_RECIPIENTS = 50;

/** Returns the fault in a list of recipients; null if there is none. */
export const faultOfRecipients = (lines: readonly string[]): string | null => {
  if (lines.length > MOST_RECIPIENTS) return `has more than ${MOST_RECIPIENTS} lines`;
  const refused = lines.find((line) => !isMailAddress(line));
  return refused === undefined ? null : `has a line that is not an e-mail address: ${refused.slice(0, 100)}`;
};

/**
 * Returns the recipients of the messages about a record: its own, one per line, or else the owner
 * of the installation. Empty if neither is set.
 */
export const recipientsOf = (lines: string | null, owner: string | undefined): readonly string[] => {
  const own = splitRecipients(lines ?? '');
  return own.length > 0 || owner === undefined ? own : [owner];
};
