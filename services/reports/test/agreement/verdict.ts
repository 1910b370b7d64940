import { audit } from '../../src/audit/audit.ts';
import type { CheckResult } from '../../src/checks/check.ts';
import { createCheckRegistry } from '../../src/checks/registry.ts';
import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { artifactsOf } from '../checks/page-fixture.ts';

const registry = createCheckRegistry();

/** One verdict of a public suite beside ours. */
export interface Comparison {
  /** Which example of which rule. */
  readonly name: string;
  readonly agrees: boolean;
  /** We differ on purpose. */
  readonly isKnown?: boolean;
  /** The suite's verdict, and ours. */
  readonly expected: string;
  readonly actual: string;
}

/** A public suite, and all of its examples that ask what our checks ask. */
export interface Suite {
  readonly title: string;
  readonly comparisons: readonly Comparison[];
}

/** Returns our checks' results for a page, by their ids. */
export const verdictsOn = (artifacts: Partial<PageArtifacts>): ReadonlyMap<string, CheckResult> =>
  new Map(audit(artifactsOf(artifacts), registry).checks.map((check) => [check.id, check]));

/** A check found something to mend. */
export const finds = ({ status }: Pick<CheckResult, 'status'>): boolean =>
  status === 'fail' || status === 'warn';
