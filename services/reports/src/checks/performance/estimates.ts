import { PROFILE } from '../../browser/measure-page.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import type { PageArtifacts, ResourceKind } from '../../page/page-artifacts.ts';
import type { FileCoverage } from '../../page/browser-facts.ts';

/** Milliseconds until a request is answered on slow 4G, which files asked for together wait for once. */
export const REQUEST = PROFILE.latency;

/** Milliseconds to find a host, connect and agree on keys: three round trips of 150 ms. */
export const CONNECTION = 450;

/** Bytes of the headers that a request and its answer have, about. */
export const HEADERS = 500;

/** The bytes over the network of the files with these addresses, as far as they are known. */
export const bytesOf = (
  artifacts: PageArtifacts,
  urls: readonly (string | undefined)[],
  ...kinds: ResourceKind[]
): number => {
  const wanted = new Set(urls);
  return answered(artifacts, ...kinds)
    .filter(({ url }) => wanted.has(url))
    .reduce((sum, file) => sum + sizeOf(file), 0);
};

/** The share of the HTML's bytes over the network that some of its characters take. */
export const bytesOfHtml = ({ body }: PageArtifacts, characters: number): number =>
  Math.max(0, characters) * Math.min(1, body.transferBytes / Math.max(1, body.decodedBytes));

/** How long files that block rendering keep a page from painting, about: one request, then their bytes. */
export const withoutBrowser = (page: Page, artifacts: PageArtifacts, elements: readonly PageElement[]) => {
  const urls = elements.map(
    (element) => page.resolve(attribute(element, 'src') ?? attribute(element, 'href') ?? '')?.href,
  );
  const bytes = bytesOf(artifacts, urls);
  return { saves: { milliseconds: REQUEST + (bytes * 1000) / PROFILE.downloadBytesPerSecond } };
};

/**
 * How long files kept a rendered page from painting: from the end of its HTML to the end of the last
 * of them, or to the first paint. Null where it can't be told.
 */
export const blockedTime = (
  page: Page,
  { browser }: Pick<PageArtifacts, 'browser'>,
  elements: readonly PageElement[],
): { saves: { milliseconds: number } } | null => {
  const requests = browser?.requests ?? [];
  const document = requests.find(({ type }) => type === 'document');
  if (document === undefined) return null;
  const urls = new Set(
    elements.map(
      (element) => page.resolve(attribute(element, 'src') ?? attribute(element, 'href') ?? '')?.href,
    ),
  );
  const end = Math.max(0, ...requests.filter(({ url }) => urls.has(url)).map((request) => request.end));
  const milliseconds = Math.min(end, browser?.metrics.fcp ?? end) - document.end;
  return { saves: { milliseconds: Math.max(0, milliseconds) } };
};

/** A file with a part that the page doesn't use. */
interface UnusedFile {
  readonly url: string;
  /** Approximate bytes over the network: the unused part compresses like the rest. */
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
