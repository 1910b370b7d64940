import { isUtf8 } from 'node:buffer';

import { badRequest } from '@platform/errors';

import { readQuery } from '../../exclusions/rules/exclude-params.ts';
import type { TagScope } from '../../exclusions/rules/storage-rules.ts';
import { storedValue, VITALS } from '../../vitals/vitals.ts';
import type { MeasuredVitals } from '../../vitals/vitals.ts';
import { parsePageUrl } from './page-url.ts';

/**
 * Hit as its client describes it, however it came in. Strings are empty for what it left out; the
 * fields that every hit has are those of `detailsOf`.
 */
export interface HitBody extends Readonly<ReturnType<typeof detailsOf>> {
  readonly siteKey: string;
  /** `pageview` or the name of an event; the tracker also sends `engagement` and `link`. */
  readonly name: string;
  /** Address of the page, http or https. Null only for events that servers send. */
  readonly url: URL | null;
  /** The client's id of the event: an event sent twice counts once. Empty for none. */
  readonly id: string;
  /** True where `scroll` is the depth of the view so far, not what was added since the last hit. */
  readonly isDepthOfView?: boolean;
  /** Measurements of the web vitals script; only its hits have them. */
  readonly vitals?: MeasuredVitals;
  /** True where the browser says that a program controls it (`navigator.webdriver`). */
  readonly isAutomated?: boolean;
  /** True where the client gives a path alone: the page is on the website's own host. */
  readonly hasNoHost?: boolean;
  /** True for an event that the visitor did nothing for: it doesn't end a bounce. */
  readonly isPassive?: boolean;
  /** True where the client wants a visit of its own for it. */
  readonly opensVisit?: boolean;
  /** The address that the page gives itself (`<link rel="canonical">`), where its tag asks for it. */
  readonly canonical?: URL;
  /** The pages that the tracker's tag counts. */
  readonly scope?: TagScope;
  /** True for page views that the tracker found by itself although the page tells its own. */
  readonly isUnasked?: boolean;
  /** Events that are told along with a page view. */
  readonly also?: readonly HitBody[];
}

/** Properties of an event. */
export type Props = Readonly<Record<string, string | number | boolean>>;

const MAX_PROPS = 30;
const MAX_NAME = 100;
const MAX_VALUE = 500;
/** Levels of objects that are flattened; what lies deeper is left out. */
const MAX_DEPTH = 4;

/** PostgreSQL stores neither NUL nor half a surrogate pair. */
export const storable = (value: string, max: number): string =>
  value.replaceAll('\0', '').slice(0, max).toWellFormed();

type Scalar = Props[string];

const scalarOf = (value: unknown, max: number): Scalar | null => {
  if (typeof value === 'string') return storable(value, max);
  if (typeof value === 'boolean') return value;
  // JSON turns a page's NaN into null, and 1e999 into infinity.
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
};

/**
 * Makes an event's properties of whatever a page gave: nested ones get names like `plan.name`, long
 * texts are cut, and from the 31st on they are left out. Nothing is refused, as nobody reads the
 * answer: the event would be lost.
 * @param maxValue characters of a text
 */
export const toProps = (source: unknown, maxValue = MAX_VALUE): Props => {
  const props = new Map<string, Scalar>();
  const add = (name: string, value: unknown, depth: number): void => {
    if (props.size >= MAX_PROPS) return;
    if (typeof value === 'object' && value !== null) {
      if (depth >= MAX_DEPTH) return;
      for (const [key, inner] of Object.entries(value))
        add(name === '' ? key : `${name}.${key}`, inner, depth + 1);
      return;
    }
    const scalar = scalarOf(value, maxValue);
    if (scalar !== null) props.set(storable(name === '' ? 'value' : name, MAX_NAME), scalar);
  };
  add('', source, 0);
  return Object.fromEntries(props);
};

/** An object as it is, anything else as one without fields. */
const objectOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

const MAX_TEXT = 500;

/**
 * Reads the events that the tracker's tag adds to a page view: `data-missing` makes it a `404` as
 * well, `data-search="q"` a `Search` for the value of `q` in the address. The script sends all
 * attributes of its tag, so reading more of them costs none of its bytes.
 * @param isFirst false for the views that follow within one document, which has one tag
 */
const tellingsOf = (
  url: URL,
  tag: Readonly<Record<string, unknown>>,
  isFirst: boolean,
): readonly { readonly name: string; readonly props: Props }[] => {
  const { missing, search } = tag;
  const [, searched = ''] =
    typeof search === 'string' ? (readQuery(url.search.slice(1), (name) => name === search)[0] ?? []) : [];
  const term = searched.trim().toLowerCase();
  return [
    ...(missing !== undefined && isFirst
      ? [{ name: '404', props: { path: storable(url.pathname, MAX_TEXT) } }]
      : []),
    ...(term === '' ? [] : [{ name: 'Search', props: { term: storable(term, MAX_TEXT) } }]),
  ];
};

/**
 * Returns the properties of a click on an element with `data-event`: its attributes that begin with
 * `data-event-`. Undefined for anything else.
 */
const clickedProps = (name: string, value: unknown): Readonly<Record<string, unknown>> | undefined => {
  const data = objectOf(objectOf(value)['data']);
  if (data['event'] !== name) return undefined;
  return Object.fromEntries(
    Object.entries(data).flatMap(([key, text]) => {
      const property = /^event([^a-z].*)$/s.exec(key)?.[1];
      return property === undefined ? [] : [[property.toLowerCase(), text]];
    }),
  );
};

/**
 * A hit as the tracker sends it. Short names keep the script and the requests small.
 *
 * - `k` site key; without it, it is the `site` of `d`, the attributes of the script tag
 * - `n` name (page view when missing), or for the tracker's own hits a number of `OWN_NAMES`
 * - `u` address of the page
 * - `i` id of the event, so that sending it twice counts once
 * - `b` true for a browser that a program controls
 * - `c` the address that the page gives itself as its canonical one
 * - `p` properties of an event; of a page view `r` referrer, `t` title, `w` screen `[1920, 1080]`
 * `l` language and `p` properties; of an engagement `e` milliseconds and `s` scroll in percentage points, both
 * since the last hit, and `t` title where the page is hidden or left
 * - `z` true for an event that the visitor did nothing for
 * - `v` web vitals by name (`LCP`, `INP`, `CLS`, `TTFB`), of a hit whose name is `vitals`
 */
type Beacon = Readonly<
  Record<
    'd' | 'k' | 'n' | 'u' | 'c' | 'p' | 'i' | 'b' | 'r' | 't' | 'w' | 'l' | 'e' | 's' | 'v' | 'z',
    unknown
  >
>;

const refuse = (field: string): Error => badRequest(`The hit's field ${field} is not usable.`);

/** Text, cut to `max` characters and without what can't be stored. */
const text = (source: Partial<Beacon>, field: keyof Beacon, max: number): string => {
  const value = source[field];
  if (value === undefined || value === null) return '';
  if (typeof value !== 'string') throw refuse(field);
  return storable(value, max);
};

const screenOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (!Array.isArray(value) || !value.every((side) => typeof side === 'number')) throw refuse('w');
  return value.map((side) => Math.round(side)).join('x');
};

/** Reads any value as a whole number from 0 to `max`; 0 if it isn't an amount. */
export const amountOf = (value: unknown, max: number): number =>
  typeof value === 'number' && value >= 0 ? Math.min(max, Math.round(value)) : 0;

/** A whole number from 0 to `max`. Larger numbers are cut. */
const amount = (source: Partial<Beacon>, field: keyof Beacon, max: number): number => {
  const value = source[field] ?? 0;
  if (typeof value !== 'number' || !(value >= 0)) throw refuse(field);
  return amountOf(value, max);
};

/**
 * Reads the web vitals of a hit, by the names that `web-vitals` gives them. Unknown ones are left
 * out, as a newer script may send more.
 * @returns undefined if there are none
 */
export const measuredVitals = (value: unknown): MeasuredVitals | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  const given = value as Readonly<Record<string, unknown>>;
  const measured = VITALS.flatMap((vital) => {
    const number = given[vital.name];
    return typeof number === 'number' && number >= 0 ? [[vital.id, storedValue(vital, number)] as const] : [];
  });
  return measured.length === 0 ? undefined : Object.fromEntries(measured);
};

/**
 * Real keys have 16 characters. Keys longer than this are not remembered as unknown: they would
 * fill the memory.
 */
const MAX_KEY = 64;

/** A link's address is cut after its query is gone: `readLinkClick`. */
const MAX_LINK = 4_096;

/** Nobody looks at a page for longer between two hits. */
export const MAX_ENGAGED_MS = 4 * 3_600_000;

/**
 * Reads the details of a page view or an engagement. The type of these fields and their values for a
 * hit that tells nothing are derived from it.
 */
const detailsOf = (given: Partial<Beacon>) => ({
  referrer: text(given, 'r', 4_096),
  title: text(given, 't', 300),
  /** `1920x1080` */
  screen: screenOf(given.w),
  /** BCP 47. */
  language: text(given, 'l', 35),
  props: toProps(given.p ?? {}),
  /** Milliseconds and percentage points since the page view's last hit. */
  engagedMs: amount(given, 'e', MAX_ENGAGED_MS),
  scroll: amount(given, 's', 100),
});

/** The fields of a hit about which nothing was said. */
export const NO_DETAILS = { ...detailsOf({}), id: '' };

/** The tracker's own hits by their numbers, which no event of a page can have as its name. */
const OWN_NAMES: ReadonlyMap<unknown, string> = new Map([
  [1, 'pageview'],
  [2, 'engagement'],
  [3, 'link'],
]);

const nameOf = (source: Partial<Beacon>): string => {
  if (source.n === undefined) return 'pageview';
  return OWN_NAMES.get(source.n) ?? text(source, 'n', 100).trim();
};

const scopeText = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 1_000) : '');

/** The tag's settings for pages that count: `data-exclude`, `data-include`, `data-manual`. */
const limitsOf = (
  source: Partial<Beacon>,
  tag: Readonly<Record<string, unknown>>,
): Pick<HitBody, 'scope' | 'isUnasked' | 'canonical'> => {
  const [exclude, include] = [scopeText(tag['exclude']), scopeText(tag['include'])];
  const canonical = source.c === undefined ? null : parsePageUrl(text(source, 'c', 4_096));
  return {
    ...(exclude + include !== '' && { scope: { exclude, include } }),
    ...(tag['manual'] !== undefined && source.n === 1 && { isUnasked: true }),
    ...(canonical && { canonical }),
  };
};

const idOf = (viewId: string, name: string): string => (viewId === '' ? '' : `${viewId} ${name}`);

/**
 * Reads what the tracker sends, and what the address of the GIF says.
 * @throws AppError `bad_request` for anything that the tracker would not send
 */
export const toHitBody = (source: Partial<Beacon>): HitBody => {
  const url = parsePageUrl(text(source, 'u', 4_096));
  if (!url) throw refuse('u');
  const name = nameOf(source);
  // An event without a name is not a page view.
  if (name === '') throw refuse('n');
  const tag = objectOf(source.d);
  const siteKey = text({ k: source.k ?? tag['site'] }, 'k', MAX_KEY + 1);
  if (siteKey.length > MAX_KEY) throw refuse('k');
  const head = {
    ...NO_DETAILS,
    siteKey,
    url,
    id: text(source, 'i', 100),
    isAutomated: source.b === true,
    ...limitsOf(source, tag),
  };
  // Without values, it is a custom event that happens to have this name.
  if (name === 'vitals' && source.v !== undefined) {
    const vitals = measuredVitals(source.v);
    if (!vitals) throw refuse('v');
    return { ...head, name, vitals };
  }
  if (name !== 'pageview' && name !== 'engagement') {
    const given = clickedProps(name, source.p) ?? source.p ?? {};
    const props = toProps(given, name === 'link' ? MAX_LINK : undefined);
    return { ...head, name, props, ...(source.z === true && { isPassive: true }) };
  }
  const details: Partial<Beacon> = objectOf(source.p);
  const also = name === 'pageview' ? tellingsOf(url, tag, details.t !== undefined) : [];
  return {
    ...head,
    ...detailsOf(details),
    name,
    // They need different ids: with the view's, they would be taken for the view again.
    also: also.map((telling) => ({ ...head, ...telling, id: idOf(head.id, telling.name) })),
  };
};

/** Reads the body of a request. @throws AppError `bad_request` */
export const parseBeacon = (body: Buffer | string): HitBody => {
  if (typeof body !== 'string' && !isUtf8(body)) throw badRequest('The hit is not valid UTF-8.');
  let value: unknown;
  try {
    value = JSON.parse(body.toString());
  } catch {
    throw badRequest('The hit is not valid JSON.');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badRequest('The hit must be an object.');
  return toHitBody(value);
};
