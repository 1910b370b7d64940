/** Messages of a PostgreSQL that can't start, and the way out of each. */
const CAUSES: readonly (readonly [pattern: RegExp, advice: (folder: string) => string])[] = [
  [
    /initialized by PostgreSQL version (\d+)/,
    (folder) =>
      `The data in ${folder} is from another PostgreSQL version. Restore a backup into a new folder: DATA_DIR=.data-new npm start, then npm run restore -- FILE`,
  ],
  [
    /no space left on device|wrote only \d+ of \d+ bytes/i,
    (folder) => `The disk of ${folder} is full. Free some space, and start again; the data is safe.`,
  ],
  [
    /could not locate a valid checkpoint|invalid (primary )?checkpoint|WAL .* (corrupt|invalid)/i,
    (folder) =>
      `The write-ahead log in ${folder} is broken. Restore a backup into a new folder: DATA_DIR=.data-new npm start, then npm run restore -- FILE`,
  ],
  [
    /pre-existing shared memory block/,
    (folder) =>
      `The PostgreSQL that ran in ${folder} was killed, and one of its processes is still running there. Start again when it has ended: ps -e | grep postgres`,
  ],
  [
    /Permission denied/,
    (folder) => `PostgreSQL may not read ${folder}. Give the folder to the user who starts it.`,
  ],
];

/**
 * One line that says what is wrong with the database and what to do; `printed` is PostgreSQL's
 * output.
 */
export const explainDatabaseFailure = (printed: string, folder: string): string => {
  const cause = CAUSES.find(([pattern]) => pattern.test(printed));
  if (cause) return cause[1](folder);
  const lines = printed.split('\n').filter((line) => line.trim() !== '');
  const fatal = lines.find((line) => /FATAL|PANIC|ERROR/.test(line)) ?? lines.at(-1) ?? '';
  return `PostgreSQL did not start: ${fatal.replace(/^.*?(FATAL|PANIC|ERROR):\s*/, '')}`;
};
