import fc from 'fast-check';

import { cases } from '../cases.ts';

/** What fast-check tries where a property names no number. */
const DEFAULT = 100;

fc.configureGlobal({ numRuns: cases(DEFAULT) });
