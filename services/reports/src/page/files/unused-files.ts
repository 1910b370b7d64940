import type { FileCoverage } from '../browser-facts.ts';
import type { PageArtifacts } from '../page-artifacts.ts';

/** A file with a part that the page doesn't use. */
export interface UnusedFile {
  readonly url: string;
  /** Bytes over the network, about: what is unused compresses like the rest. */
  readonly saved: number;
  /** Of its text, from 0 to 1. */
  readonly share: number;
}

const withoutHash = (url: string): string => url.replace(/#.*$/s, '');

/** Bytes that each file of a page weighs over the network, by address. */
const weightsOf = ({ browser, resources }: PageArtifacts): ReadonlyMap<string, number> => {
  const weights = new Map<string, number>();
  for (const { url, bytes } of browser?.requests ?? [])
    if (bytes !== null) weights.set(withoutHash(url), bytes);
  for (const resource of resources)
    if (resource.ok && resource.transferBytes !== null) weights.set(resource.url, resource.transferBytes);
  return weights;
};

/** The files of a type that a browser found the page not to use whole, the most bytes first. */
export const unusedFiles = (artifacts: PageArtifacts, type: FileCoverage['type']): UnusedFile[] => {
  const weights = weightsOf(artifacts);
  return (artifacts.browser?.coverage ?? [])
    .filter((file) => file.type === type && file.length > 0)
    .map(({ url, length, unused }) => {
      const share = Math.min(1, unused / length);
      const weight = weights.get(withoutHash(url)) ?? length;
      return { url, share, saved: Math.round(weight * share) };
    })
    .sort((a, b) => b.saved - a.saved || (a.url < b.url ? -1 : 1));
};
