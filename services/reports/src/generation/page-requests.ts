import type { FetchedResponse } from '@platform/guard';

import type { FetchErrorCode } from '../page/fetch-result.ts';
import { mediaTypeOf } from './try-probe.ts';

export const MAX_HTML = 5 * 1024 * 1024;

export const PAGE_HEADERS = {
  accept: 'text/html, application/xhtml+xml;q=0.9, */*;q=0.5',
  'accept-language': 'en, *;q=0.5',
};

/** An origin that no site should allow: `.example` is reserved by RFC 2606. */
export const FOREIGN_ORIGIN = 'https://unrelated.example';

const HTML_TYPES: ReadonlySet<string | null> = new Set(['text/html', 'application/xhtml+xml']);

/**
 * How HTML begins in an answer without a media type (WHATWG MIME Sniffing, "identifying a resource
 * with an unknown MIME type"), after a byte order mark.
 */
const HTML_START =
  /^(?:\xEF\xBB\xBF)?[\t\n\f\r ]*<(?:!--|(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p)[ >])/i;

const isHtml = (response: FetchedResponse): boolean => {
  const type = mediaTypeOf(response);
  const start = response.body.subarray(0, 512).toString('latin1');
  return HTML_TYPES.has(type) || (type === null && HTML_START.test(start));
};

export const pageFault = (response: FetchedResponse): FetchErrorCode | null => {
  if (response.status < 200 || response.status > 299) return 'http_error';
  return isHtml(response) ? null : 'not_html';
};
