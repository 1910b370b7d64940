import { readFileSync, writeFileSync } from 'node:fs';

import { formats } from '../formats/registry.ts';
import { withFormatTable } from './format-table.ts';

/** Run after a change of what formats can hold: `node src/documentation/write-format-table.ts`. */
const page = new URL('../../README.md', import.meta.url);
writeFileSync(page, withFormatTable(readFileSync(page, 'utf8'), formats.all));
