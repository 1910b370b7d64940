import { badRequest, isAppError } from '@platform/errors';

import { readQuery } from '../../exclusions/rules/exclude-params.ts';
import type { HitClaims } from '../hit.ts';
import { NO_DETAILS, toProps } from '../intake/hit-body.ts';
import type { HitBody } from '../intake/hit-body.ts';
import { claimedAddress, eventName, objectOf, pageOf, parseJson, PIXEL_ANSWER, textOf } from './client.ts';
import type { ClientMessage, ClientReading, CompatibleClient } from './client.ts';

type Fields = Readonly<Record<string, string>>;

const fieldsOf = (query: string): Fields => Object.fromEntries(readQuery(query.replace(/^\?/, '')));

/** `cdt`: seconds since 1970, or a time in UTC (`2026-11-26 10:00:00`). */
const timeOf = (text = ''): number | undefined => {
  if (text === '') return undefined;
  const iso = /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d/.test(text) ? text.replace(' ', 'T') : '';
  const time = /^\d{9,11}$/.test(text)
    ? Number(text) * 1000
    : Date.parse(iso === '' || /Z$|[+-]\d\d:?\d\d$/.test(iso) ? iso : `${iso}Z`);
  if (Number.isNaN(time)) throw badRequest('The hit’s field cdt is not a time.');
  return time;
};

const claimsOf = (fields: Fields): HitClaims => ({
  get address() {
    return claimedAddress('cip', fields['cip']);
  },
  get time() {
    return timeOf(fields['cdt']);
  },
  get place() {
    const { country = '' } = fields;
    if (country === '') return undefined;
    if (!/^[a-z]{2}$/i.test(country))
      throw badRequest('The hit’s field country is not a code of two letters.');
    const [region, city] = [textOf(fields['region'], 100), textOf(fields['city'], 100)];
    return { country: country.toUpperCase(), region, city };
  },
  userAgent: textOf(fields['ua'], 1_000) || undefined,
  visitor: textOf(fields['uid'] ?? fields['cid'] ?? fields['_id'], 200) || undefined,
});

const numberOf = (text = ''): number | undefined =>
  text !== '' && Number.isFinite(Number(text)) ? Number(text) : undefined;

/** The custom dimensions of a hit. */
const dimensionsOf = (fields: Fields): object =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => /^dimension\d{1,4}$/.test(name)));

/** Returns the event beside a page view: an event, click, search, or goal; null if there is none. */
const eventOf = (fields: Fields): Pick<HitBody, 'name' | 'props'> | null => {
  const { e_c: category, e_a: action, e_n: label, e_v: value, link, download, search, idgoal } = fields;
  const more = dimensionsOf(fields);
  if (action)
    return {
      name: eventName(textOf(action, 100).trim()),
      props: toProps({ category, ...(label ? { name: label } : {}), value: numberOf(value), ...more }),
    };
  if (download) return { name: 'File Download', props: toProps({ url: download.split('?', 1)[0] }) };
  if (link) return { name: 'Outbound Link', props: toProps({ url: link.split('?', 1)[0] }) };
  if (search)
    return {
      name: 'Search',
      props: toProps({
        term: search.trim().toLowerCase(),
        ...(fields['search_cat'] ? { category: fields['search_cat'] } : {}),
        count: numberOf(fields['search_count']),
      }),
    };
  if (!idgoal) return null;
  const order = fields['ec_id'];
  // Goal 0 is the shop: an order has a number, and a basket that changed has none.
  if (idgoal === '0' && !order)
    return { name: 'Cart Update', props: toProps({ value: numberOf(fields['revenue']), ...more }) };
  return {
    name: idgoal === '0' ? 'Purchase' : `Goal ${textOf(idgoal, 20)}`,
    props: toProps({ revenue: numberOf(fields['revenue']), order, ...more }),
  };
};

/** The custom variables of a view: `{"1":["name","value"]}`. */
const variablesOf = (text = ''): object => {
  try {
    return Object.fromEntries(
      Object.values(Object(JSON.parse(text || '{}')) as Record<string, unknown>).filter(
        (pair): pair is [string, unknown] => Array.isArray(pair) && typeof pair[0] === 'string',
      ),
    );
  } catch {
    return {};
  }
};

/** The product that a page shows: its number, name, category and price. */
const productOf = ({ _pks: sku, _pkn: product, _pkc: category, _pkp: price }: Fields): object => ({
  ...(sku && { sku }),
  ...(product && { product }),
  ...(category && { category }),
  ...(price && { price: numberOf(price) }),
});

/**
 * An address without the fragment that leads to a place of the page, as Matomo leaves it out; that of an
 * application which routes by it (`#/about`, `#!about`) names the page.
 */
const withoutAnchor = (address: string): string => address.replace(/#(?![/!]).*$/s, '');

/** The page of a view without an address, as apps send them: `Screen / Home` is `/Screen/Home`. */
const screenOf = (title = ''): string =>
  `/${title
    .split('/')
    .map((part) => encodeURIComponent(part.trim().toWellFormed()))
    .filter((part) => part !== '')
    .join('/')}`;

/**
 * True for what is neither a view nor an event: heartbeats, contents that were seen or clicked, and the
 * actions of plug-ins (`ca`: media, forms, heat maps, crashes).
 */
const isAside = (fields: Fields): boolean =>
  fields['ping'] === '1' ||
  fields['rec'] === '0' ||
  Boolean(fields['c_n']) ||
  (fields['ca'] === '1' && !fields['e_a']);

/** Reads a hit of Matomo's tracking API; null for what is none here. @throws AppError `bad_request` */
const fromMatomo = (siteKey: string, fields: Fields, referer: string): ClientMessage | null => {
  if (isAside(fields)) return null;
  const event = eventOf(fields);
  const address = fields['url'] || referer;
  const page =
    address === '' && event
      ? { url: null }
      : pageOf(withoutAnchor(address) || screenOf(fields['action_name']));
  const details = {
    referrer: textOf(fields['urlref'], 4_096),
    screen: textOf(fields['res'], 20),
    language: textOf(fields['lang'], 35),
  };
  const view = {
    name: 'pageview',
    title: textOf(fields['action_name'], 300),
    props: toProps({
      ...variablesOf(fields['_cvar']),
      ...variablesOf(fields['cvar']),
      ...productOf(fields),
      ...dimensionsOf(fields),
    }),
  };
  return {
    body: {
      ...NO_DETAILS,
      siteKey,
      ...page,
      ...details,
      ...(event ?? view),
      ...(fields['new_visit'] === '1' && { opensVisit: true }),
    },
    claims: claimsOf(fields),
  };
};

const MOST_IN_BULK = 1_000;

/** Fields of a hit in a bulk request: a query, or the fields themselves. @throws AppError `bad_request` */
const fieldsOfBulk = (request: unknown): Fields =>
  typeof request === 'string'
    ? fieldsOf(request)
    : Object.fromEntries(
        Object.entries(objectOf(request)).flatMap(([name, value]) => {
          if (value === null) return [];
          return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
        }),
      );

/** Reads a bulk request: each hit is judged for itself. @throws AppError `bad_request` for no such request */
const readBulk = (siteKey: string, body: string): ClientReading => {
  const { requests, token_auth: token } = objectOf(parseJson(body));
  if (!Array.isArray(requests) || requests.length > MOST_IN_BULK)
    throw badRequest(`The field requests must be an array of at most ${MOST_IN_BULK} hits.`);
  const messages: ClientMessage[] = [];
  const invalid: number[] = [];
  requests.forEach((request: unknown, index) => {
    try {
      const message = fromMatomo(siteKey, fieldsOfBulk(request), '');
      if (message !== null) messages.push(message);
    } catch (error) {
      if (!isAppError(error)) throw error;
      invalid.push(index);
    }
  });
  const json = {
    status: 'success',
    tracked: messages.length,
    invalid: invalid.length,
    invalid_indices: invalid,
  };
  return {
    messages,
    answer: { status: 200, type: 'application/json; charset=utf-8', body: JSON.stringify(json) },
    ...(typeof token === 'string' && token !== '' ? { serverKey: textOf(token, 200) } : {}),
  };
};

/**
 * Matomo's script, its image and its clients for servers. `token_auth` may be the website's key for
 * servers, as Matomo takes address and time from those only that have a token.
 */
export const matomo: CompatibleClient = {
  paths: ['matomo.php', 'piwik.php'],
  methods: ['get', 'post'],
  read({ siteKey, query, body, referer }) {
    if (body.trimStart().startsWith('{')) return readBulk(siteKey, body);
    const fields = { ...fieldsOf(query), ...fieldsOf(body) };
    const message = fromMatomo(siteKey, fields, referer);
    const token = fields['token_auth'] ?? '';
    return {
      messages: message === null ? [] : [message],
      answer: fields['send_image'] === '0' ? { status: 204 } : PIXEL_ANSWER,
      ...(token === '' ? {} : { serverKey: token }),
    };
  },
};
