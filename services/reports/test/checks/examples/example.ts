import type { CheckStatus } from '../../../src/checks/check.ts';
import type { PageArtifacts } from '../../../src/page/page-artifacts.ts';

/** By check id and status: what to change of a page that is all right to get that status. */
export type Examples = Record<string, Partial<Record<CheckStatus, readonly Partial<PageArtifacts>[]>>>;
