import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { Database } from '@platform/database';
import { createPageAccess, createPageLinks } from './page-access.ts';
import type { PageAccess, PageLinks } from './page-access.ts';
import { createLinkSigner } from './link-signer.ts';
import type { LinkSigner } from './link-signer.ts';
import { createPageLinksStore } from './page-links-store.ts';
import { createStoredAttemptLimiter } from './stored-attempt-limiter.ts';

const marker = Symbol('html');

/** Markup that is safe to send: made by `html`, or by `raw` from trusted text. */
export interface Html {
  readonly [marker]: true;
  toString(): string;
}

/**
 * A value in a template. Booleans, null and undefined render as nothing; arrays are concatenated.
 */
export type HtmlValue = Html | string | number | boolean | null | undefined | readonly HtmlValue[];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');

/** Marks markup from our own code, such as a style sheet, as safe. Never use it for data. */
export const raw = (markup: string): Html => ({ [marker]: true, toString: () => markup });

const isHtml = (value: Html | readonly HtmlValue[]): value is Html => marker in value;

const render = (value: HtmlValue): string => {
  if (value === null || value === undefined || typeof value === 'boolean') return '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return escapeHtml(value);
  if (isHtml(value)) return value.toString();
  return value.map(render).join('');
};

/**
 * Tagged template for HTML. Values are escaped unless they are `Html`, so data can't become markup.
 * Attribute values need quotes. Check the scheme of URLs before: escaping doesn't stop
 * `javascript:`.
 *
 * @example
 * html`<p title="${title}">${[1, 2].map((n) => html`<b>${n}</b>`)}</p>`;
 */
export const html = (parts: TemplateStringsArray, ...values: readonly HtmlValue[]): Html =>
  raw(parts.reduce((text, part, index) => text + render(values[index - 1]) + part));

interface PageSecurityDeps {
  readonly database: Database;
  /** Signs cookies and links; at least 32 bytes. */
  readonly secret: Buffer;
  /** Over https, cookies are `Secure`. */
  readonly publicUrl: string;
  /** Table of the pages' links; `page_links` unless given. */
  readonly linksTable?: string;
}

export interface PageSecurity {
  readonly signer: LinkSigner;
  /** Links that can be listed and revoked. */
  readonly links: PageLinks;
  /** Decides who may open a page. */
  readonly access: PageAccess;
}

/** Puts together what a service with protected pages needs, with its state in the database. */
export const createPageSecurity = ({
  database,
  secret,
  publicUrl,
  linksTable,
}: PageSecurityDeps): PageSecurity => {
  const signer = createLinkSigner(secret);
  const links = createPageLinks(createPageLinksStore(database, linksTable), signer);
  const access = createPageAccess({
    signer,
    links,
    attempts: createStoredAttemptLimiter(database),
    secureCookies: publicUrl.startsWith('https:'),
  });
  return { signer, links, access };
};

/** A page to send. */
export interface Page {
  readonly markup: Html;
  /** Headers in place of the usual ones; null for a header to leave out. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

const compress = promisify(gzip);

/** A page depends on who asks for it, and what it shows is nobody's business but theirs. */
const USUAL_HEADERS: Readonly<Record<string, string>> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Cache-Control': 'private, no-store',
  Vary: 'Accept-Encoding, Accept-Language, Cookie, Authorization',
  'X-Robots-Tag': 'noindex, nofollow',
};

/** Sends a page, compressed where the browser takes that. */
export const sendPage = async (
  request: Request,
  response: Response,
  status: number,
  { markup, headers = {} }: Page,
): Promise<void> => {
  response.status(status);
  for (const [name, value] of Object.entries({ ...USUAL_HEADERS, ...headers }))
    if (value === null) response.removeHeader(name);
    else response.setHeader(name, value);
  const text = markup.toString();
  if (request.acceptsEncodings('gzip') === false) response.send(text);
  else response.setHeader('Content-Encoding', 'gzip').send(await compress(text));
};
