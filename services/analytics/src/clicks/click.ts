import { badRequest } from '@platform/errors';

import { storable } from '../collect/intake/hit-body.ts';
import { parsePageUrl } from '../collect/intake/page-url.ts';

/** Where an element is in its page, what its words hash to, and where it leads. */
export interface ClickedElement {
  /** `#menu>li.2>a.0`: names, and places among siblings from 0. Empty for all that were too many. */
  readonly selector: string;
  /** 32 bits of the words on a link or button, as a whole number; empty where there are none. */
  readonly textHash: string;
  /** A path of the website, or another host with its path; empty for what is no link. */
  readonly link: string;
}

/** A click on a page that counts. */
export interface Click extends ClickedElement {
  readonly websiteId: number;
  /** Day of the website's calendar. */
  readonly day: string;
  readonly page: string;
  /** True for a window of less than 768 CSS pixels. */
  readonly isNarrow: boolean;
}

/** Clicks on one element in a period. */
export interface ElementClicks extends ClickedElement {
  readonly page: string;
  readonly clicks: number;
  /** Those of them in narrow windows. */
  readonly narrow: number;
}

/** Elements of one page, day and width that are told apart; the rest is counted together. */
export const MOST_ELEMENTS = 100;
/** Pages of one website and day that are told apart. */
export const MOST_PAGES = 500;

/** A click as the script sends it. */
export interface SentClick {
  readonly siteKey: string;
  readonly url: URL;
  readonly isAutomated: boolean;
  readonly isNarrow: boolean;
  readonly selector: string;
  readonly textHash: string;
  /** Host and path, without a scheme. */
  readonly link: string;
}

const SELECTOR =
  /^(?:#[A-Za-z-]{1,64}|[a-z][a-z0-9-]{0,40}\.\d{1,4})(?:>[a-z][a-z0-9-]{0,40}\.\d{1,4}){0,5}$/;

const refuse = (field: string): Error => badRequest(`The click's field ${field} is not usable.`);

/**
 * Reads what clicks.js sends: `k` site key, `u` address, `e` way to the element, `t` hash of its
 * words, `l` link, `w` whether the window is narrow, `b` whether a program controls the browser.
 * @throws AppError `bad_request` for anything that the script would not send
 */
export const readClick = (body: Buffer): SentClick => {
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw badRequest('The click is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The click must be an object.');
  const { k, u, e, t, l, w, b } = value as Readonly<Record<string, unknown>>;
  if (typeof k !== 'string' || k === '' || k.length > 64) throw refuse('k');
  const url = typeof u === 'string' && u.length <= 4_096 ? parsePageUrl(u) : null;
  if (!url) throw refuse('u');
  const selector = typeof e === 'string' ? e.slice(1) : '';
  if (!SELECTOR.test(selector)) throw refuse('e');
  if (t !== undefined && !(typeof t === 'number' && Number.isInteger(t) && Math.abs(t) <= 2 ** 31))
    throw refuse('t');
  if (l !== undefined && l !== null && l !== '' && typeof l !== 'string') throw refuse('l');
  return {
    siteKey: storable(k, 64),
    url,
    isAutomated: b === true,
    isNarrow: w === true || w === 1,
    selector,
    textHash: t === undefined || t === 0 ? '' : String(t),
    link: typeof l === 'string' ? storable(l, 2_048) : '',
  };
};
