interface LogLine {
  level?: number;
  msg?: string;
  err?: { message?: string };
}

const FULL_DISK = /No space left on device|ENOSPC|wrote only \d+ of \d+ bytes/;
const FATAL = 60;

const parse = (line: string): LogLine => {
  try {
    return JSON.parse(line) as LogLine;
  } catch {
    return {};
  }
};

/**
 * One line that says why a module failed, from the log that it `printed`: its fatal line without
 * the stack. What isn't a log is returned as it is.
 */
export const explainModuleFailure = (name: string, printed: string): string => {
  if (FULL_DISK.test(printed))
    return `${name}: the disk of the database is full. Free some space, and start again; the data is safe.`;
  const fatal = printed
    .split('\n')
    .map(parse)
    .findLast(({ level }) => level === FATAL);
  if (fatal === undefined) return `${name} failed:\n${printed}`;
  // A fault of the database holds the whole statement, and the reason in its last line.
  const lines = (fatal.err?.message ?? fatal.msg ?? '').split('\n').map((line) => line.trim());
  return `${name} failed: ${lines.findLast((line) => line !== '') ?? 'no reason given'}`;
};
