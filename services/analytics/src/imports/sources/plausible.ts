import { ImportRefusedError } from '../import-refused-error.ts';
import type { ImportSource } from '../import-source.ts';
import { PLAUSIBLE_TABLES } from './plausible-tables.ts';

/** Plausible's CSV export: ten files of daily sums in a ZIP archive. */
export const plausible: ImportSource = {
  id: 'plausible',
  start: (target) => ({
    open: ({ name, columns }) => {
      const table = /^(imported_[a-z_]+?)(_\d{8}_\d{8})?\.csv$/.exec(name)?.[1] ?? '';
      const read = Object.hasOwn(PLAUSIBLE_TABLES, table) ? PLAUSIBLE_TABLES[table] : undefined;
      if (read !== undefined && !['date', 'visitors'].every((column) => columns.includes(column)))
        throw new ImportRefusedError(`${name} lacks the column date or visitors.`);
      return (
        read &&
        ((row) => {
          read(row, target);
        })
      );
    },
    finish: () => Promise.resolve(),
  }),
};
