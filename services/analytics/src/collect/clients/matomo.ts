import { badRequest } from '@platform/errors';

import { readQuery } from '../../exclusions/rules/exclude-params.ts';
import type { HitBody, HitClaims } from '../intake/hit.ts';
import { toProps } from '../intake/props.ts';
import {
  claimedAddress,
  eventName,
  NO_DETAILS,
  objectOf,
  pageOf,
  parseJson,
  PIXEL_ANSWER,
  textOf,
} from './client.ts';
import type { ClientMessage, CompatibleClient } from './client.ts';

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
  if (search) return { name: 'Search', props: toProps({ term: search.trim().toLowerCase() }) };
  if (!idgoal) return null;
  // Goal 0 is an order of the shop.
  return {
    name: idgoal === '0' ? 'Purchase' : `Goal ${textOf(idgoal, 20)}`,
    props: toProps({ revenue: numberOf(fields['revenue']), order: fields['ec_id'], ...more }),
  };
};

/** Reads a hit of Matomo's tracking API. A heartbeat (`ping`) is none. @throws AppError `bad_request` */
const fromMatomo = (siteKey: string, fields: Fields, referer: string): ClientMessage | null => {
  if (fields['ping'] === '1') return null;
  const event = eventOf(fields);
  const address = fields['url'] || referer;
  const page = address === '' && event ? { url: null } : pageOf(address || '/');
  const details = {
    referrer: textOf(fields['urlref'], 4_096),
    screen: textOf(fields['res'], 20),
    language: textOf(fields['lang'], 35),
  };
  const view = {
    name: 'pageview',
    title: textOf(fields['action_name'], 300),
    props: toProps(dimensionsOf(fields)),
  };
  return {
    body: { ...NO_DETAILS, siteKey, ...page, ...details, ...(event ?? view) },
    claims: claimsOf(fields),
  };
};

const MOST_IN_BULK = 1_000;

/** Reads a bulk request: queries, or the fields themselves. */
const bulkOf = (body: string): { readonly all: readonly Fields[]; readonly token: string } => {
  const { requests, token_auth: token } = objectOf(parseJson(body));
  if (!Array.isArray(requests) || requests.length > MOST_IN_BULK)
    throw badRequest(`The field requests must be an array of at most ${MOST_IN_BULK} hits.`);
  const all = requests.map((request: unknown): Fields => {
    if (typeof request === 'string') return fieldsOf(request);
    return Object.fromEntries(
      Object.entries(objectOf(request)).map(([name, value]) => [name, String(value)]),
    );
  });
  return { all, token: textOf(token, 200) };
};

/**
 * Matomo's script, its image and its clients for servers. `token_auth` may be the website's key for
 * servers, as Matomo takes address and time from those only that have a token.
 */
export const matomo: CompatibleClient = {
  paths: ['matomo.php', 'piwik.php'],
  methods: ['get', 'post'],
  read({ siteKey, query, body, type, referer }) {
    const isBulk = body.trimStart().startsWith('{');
    const single = {
      ...fieldsOf(query),
      ...(type === 'application/x-www-form-urlencoded' || !isBulk ? fieldsOf(body) : {}),
    };
    const { all, token } = isBulk ? bulkOf(body) : { all: [single], token: single['token_auth'] ?? '' };
    const messages = all.flatMap((fields) => fromMatomo(siteKey, fields, isBulk ? '' : referer) ?? []);
    const json = JSON.stringify({ status: 'success', tracked: messages.length, invalid: 0 });
    const answer = isBulk
      ? { status: 200, type: 'application/json; charset=utf-8', body: json }
      : single['send_image'] === '0'
        ? { status: 204 }
        : PIXEL_ANSWER;
    return { messages, answer, ...(token === '' ? {} : { serverKey: token }) };
  },
};
