import type { PageArtifacts } from '../../src/page/page-artifacts.ts';
import { asHosted } from './as-hosted.ts';
import { asPublished } from './as-published.ts';

/** How a page of the corpus may be served. */
export const HOSTINGS = {
  bare: (artifacts: PageArtifacts): PageArtifacts => artifacts,
  hosted: asHosted,
  published: asPublished,
} as const;
export type Hosting = keyof typeof HOSTINGS;

/** The artifacts of a page, served like this. */
export const servedAs = (hosting: Hosting, artifacts: PageArtifacts): PageArtifacts =>
  HOSTINGS[hosting](artifacts);
