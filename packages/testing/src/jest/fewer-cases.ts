import fc from 'fast-check';

import { cases } from '../cases.ts';

/** Cases that fast-check tries when a property names no number. */
const DEFAULT = 100;

fc.configureGlobal({ numRuns: cases(DEFAULT) });
