import type { CheckedPage } from './check-page.ts';
import type { Assertion } from './criteria.ts';

/** A page with what it was held against. */
export interface JudgedPage extends CheckedPage {
  assertions: readonly Assertion[];
  passed: boolean;
}
