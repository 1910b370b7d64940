import { ImportRefusedError } from './import-refused-error.ts';

const FIRST = Date.UTC(1970, 0, 1);
const END = Date.UTC(2100, 0, 1);

/**
 * The instant that a cell says, in milliseconds since 1970.
 * @throws ImportRefusedError for what is no time from 1970 to 2099: other years have no calendar here
 */
export const instantIn = (column: string, cell: string, text = cell): number => {
  const time = Date.parse(text);
  if (time >= FIRST && time < END) return time;
  throw new ImportRefusedError(`“${cell.slice(0, 40)}” in ${column} is not a time from 1970 to 2099.`);
};
