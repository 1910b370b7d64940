import { badRequest } from '@platform/errors';

import { amountOf, MAX_ENGAGED_MS, NO_DETAILS, toHitBody, toProps } from '../intake/hit-body.ts';
import type { Props } from '../intake/hit-body.ts';
import { objectOf, pageOf, parseJson, eventName, textOf } from './client.ts';
import type { ClientMessage, CompatibleClient } from './client.ts';

/** Plausible's scripts before 2021 send their properties as JSON in a text. */
const propsOf = (value: unknown): unknown => {
  if (typeof value !== 'string') return value ?? {};
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return {};
  }
};

/** The name of an event; it may be a number, such as 404. */
const nameOf = (value: unknown): string =>
  textOf(typeof value === 'number' && Number.isInteger(value) ? String(value) : value, LONGEST_NAME).trim();

/** Of Plausible's events. */
const LONGEST_NAME = 120;

/** A whole number, which may be written as a text. */
const wholeOf = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;

/** Properties without those that say nothing. */
const saidOf = (props: Props): Props =>
  Object.fromEntries(
    Object.entries(props).filter(([, value]) => typeof value !== 'string' || value.trim() !== ''),
  );

/**
 * Reads an event as Plausible's clients send it: `n` or `name`, `u` or `url`, `r` or `referrer`, `p`
 * or `props` (`m` or `meta` before 2023), `$` or `revenue`, `i` or `interactive`, `h` or `hashMode` where
 * fragments tell pages apart, and of an engagement `e` (milliseconds since the last one) and `sd` (depth
 * of the view so far).
 * @throws AppError `bad_request`
 */
const fromPlausible = (siteKey: string, value: unknown): ClientMessage => {
  const source = objectOf(value);
  // Our own script under Plausible’s name, which sends here where the page names an endpoint.
  if (typeof source['k'] === 'string') return { body: toHitBody(source), claims: {} };
  const name = nameOf(source['n'] ?? source['name']);
  if (name === '') throw badRequest('The event has no name.');
  const address = source['u'] ?? source['url'];
  if (typeof address !== 'string' || address === '') throw badRequest('The hit’s address is not usable.');
  const hashMode = source['h'] ?? source['hashMode'];
  const isOfHash = hashMode === 1 || hashMode === '1' || hashMode === true;
  const head = { ...NO_DETAILS, siteKey, ...pageOf(isOfHash ? address : address.replace(/#.*$/s, '')) };
  if (name === 'engagement')
    return {
      body: {
        ...head,
        name,
        engagedMs: amountOf(wholeOf(source['e']), MAX_ENGAGED_MS),
        scroll: amountOf(wholeOf(source['sd']), 100),
        isDepthOfView: true,
      },
      claims: {},
    };
  const revenue = propsOf(source['$'] ?? source['revenue']);
  const props = {
    ...saidOf(toProps(propsOf(source['p'] ?? source['props'] ?? source['m'] ?? source['meta']))),
    ...toProps(revenue ? { revenue } : {}),
  };
  const referrer = textOf(source['r'] ?? source['referrer'], 4_096);
  const isPassive = (source['i'] ?? source['interactive']) === false;
  return { body: { ...head, name: eventName(name), referrer, props, isPassive }, claims: {} };
};

/** Plausible's scripts, and servers that call its events API. */
export const plausible: CompatibleClient = {
  paths: ['api/event'],
  // Where `withPlausibleProxy` of next-plausible passes hits on, whatever the script's path is.
  rootPaths: ['/api/event'],
  methods: ['post'],
  read: ({ siteKey, body }) => ({
    messages: [fromPlausible(siteKey, parseJson(body))],
    answer: { status: 202, type: 'text/plain; charset=utf-8', body: 'ok' },
  }),
};
