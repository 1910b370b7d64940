import { readFileSync, writeFileSync } from 'node:fs';

import { withReferenceTables } from './reference-tables.ts';

/** Run after a change of a dimension or metric: `node src/documentation/write-reference.ts`. */
const page = new URL('../../docs/metrics.md', import.meta.url);
writeFileSync(page, withReferenceTables(readFileSync(page, 'utf8')));
