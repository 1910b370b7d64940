import type { PageArtifacts } from '../page-artifacts.ts';
import { attribute } from './element.ts';
import type { PageElement } from './element.ts';
import type { Page } from './page.ts';

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
