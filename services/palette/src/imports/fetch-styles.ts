import { invalid } from '@platform/errors';
import { GuardError } from '@platform/guard';
import type { FetchedResponse, Guard } from '@platform/guard';

import { inMedia, splitImports } from './css-blocks.ts';

/** Fetches the style sheets of a web page as one text. @throws 400 that names `url` */
export type FetchStyles = (url: string) => Promise<string>;

const MEGABYTE = 1024 ** 2;
const MOST_PAGE_BYTES = 2 * MEGABYTE;
/** Bytes of all style sheets of a page. */
const MOST_STYLE_BYTES = 5 * MEGABYTE;
/** Style sheets of a page, imported ones among them. */
const MOST_SHEETS = 24;
/** Imports of imports. */
const DEEPEST_IMPORT = 4;
const MILLISECONDS = 15_000;
/** No tag of a style sheet is longer. */
const LONGEST_TAG = 4_000;

const refuse = (message: string) => invalid([{ field: 'url', message: `url ${message}` }]);

/** A style sheet of a page: its text, or where that is. */
type Sheet = { readonly media: string } & ({ readonly text: string } | { readonly href: string });

const ATTRIBUTE = /[\s"'](rel|href|media|disabled)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>"']+)))?/gi;

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map(
    [...tag.matchAll(ATTRIBUTE)].map(([, name = '', ...values]) => [
      name.toLowerCase(),
      (values.find(Boolean) ?? '').replaceAll('&amp;', '&').trim(),
    ]),
  );

/**
 * Finds the style sheets of a page in their order. It looks at what matters here alone, each character
 * once: comments, `<base>`, `<link>` and `<style>`.
 */
const sheetsOf = (html: string): { readonly base: string; readonly sheets: readonly Sheet[] } => {
  const sheets: Sheet[] = [];
  let base = '';
  const next = /<!--|<(base|link|style)(?=[\s/>])/gi;
  for (let found = next.exec(html); found !== null; found = next.exec(html)) {
    const name = found[1]?.toLowerCase();
    const end = html.indexOf(name === undefined ? '-->' : '>', next.lastIndex);
    if (end === -1) break;
    const attributes =
      end - found.index > LONGEST_TAG
        ? new Map<string, string>()
        : attributesOf(html.slice(found.index, end));
    next.lastIndex = end;
    const [href = '', media = '', rel = ''] = ['href', 'media', 'rel'].map((one) => attributes.get(one));
    if (name === 'base') base ||= href;
    const kinds = rel.toLowerCase().split(/\s+/);
    const isSheet =
      kinds.includes('stylesheet') && !kinds.includes('alternate') && !attributes.has('disabled');
    if (name === 'link' && isSheet && href !== '') sheets.push({ href, media });
    if (name === 'style') {
      const closing = /<\/style/gi;
      closing.lastIndex = end;
      const close = closing.exec(html)?.index ?? html.length;
      sheets.push({ text: html.slice(end + 1, close), media });
      next.lastIndex = close;
    }
  }
  return { base, sheets };
};

const resolved = (href: string, base: string): string | undefined =>
  URL.canParse(href, base) ? new URL(href, base).href : undefined;

/** Fetches through the guard against private addresses; what can't be read of a page's sheets is left out. */
export const createFetchStyles =
  ({ fetch }: Pick<Guard, 'fetch'>): FetchStyles =>
  async (url) => {
    const signal = AbortSignal.timeout(MILLISECONDS);
    const get = (address: string, maxBytes: number, accept: string): Promise<FetchedResponse> =>
      fetch(address, { maxBytes, overflow: 'truncate', headers: { accept }, signal });
    const isCss = ({ headers }: FetchedResponse): boolean =>
      headers.some(([name, value]) => /^content-type$/i.test(name) && value.startsWith('text/css'));

    let left = MOST_STYLE_BYTES;
    let asked = 0;
    const decoded = (body: Uint8Array): string => new TextDecoder().decode(body);
    /** The text of a style sheet, with those it imports in it; empty for what can't be read. */
    const sheetAt = async (address: string | undefined, depth: number): Promise<string> => {
      if (address === undefined || asked >= MOST_SHEETS || left <= 0) return '';
      asked += 1;
      const answer = await get(address, left, 'text/css').catch((error: unknown) => {
        if (error instanceof GuardError) return undefined;
        throw error;
      });
      if (answer?.status !== 200 || !isCss(answer)) return '';
      left -= answer.body.length;
      return withImported(decoded(answer.body), answer.finalUrl, depth + 1);
    };
    const withImported = async (text: string, base: string, depth = 0): Promise<string> => {
      let all = '';
      for (const part of splitImports(text))
        if (typeof part === 'string') all += part;
        else if (depth < DEEPEST_IMPORT)
          all += `${part.within(await sheetAt(resolved(part.href, base), depth))}\n`;
      return all;
    };

    let page: FetchedResponse;
    try {
      page = await get(url, MOST_PAGE_BYTES, 'text/html, text/css');
    } catch (error) {
      if (!(error instanceof GuardError)) throw error;
      throw refuse(`can't be fetched: ${error.message}`);
    }
    if (page.status !== 200) throw refuse(`was answered with the status ${page.status}`);
    const text = decoded(page.body);
    if (isCss(page)) return withImported(text, page.finalUrl);
    const { base, sheets } = sheetsOf(text);
    const from = resolved(base, page.finalUrl) ?? page.finalUrl;
    let css = '';
    for (const sheet of sheets) {
      const own =
        'text' in sheet ? await withImported(sheet.text, from) : await sheetAt(resolved(sheet.href, from), 0);
      css += `${inMedia(sheet.media, own)}\n`;
    }
    if (css.trim() === '') throw refuse('leads to a page without a style sheet that can be read');
    return css;
  };
