import { PROFILE } from '../../browser/measure-page.ts';
import { attribute } from '../../page/html/element.ts';
import type { PageElement } from '../../page/html/element.ts';
import type { Page } from '../../page/html/page.ts';
import { answered, sizeOf } from '../../page/files/resources.ts';
import type { PageArtifacts } from '../../page/page-artifacts.ts';
import type { ResourceKind } from '../../page/resource-facts.ts';

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
