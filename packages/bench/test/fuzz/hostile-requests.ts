import type { createRandom } from '@platform/demo/traffic';

import { HOSTILE_BODIES, HOSTILE_JSON, HOSTILE_TEXTS } from './hostile-values.ts';
import type { Operation } from './operations.ts';
import type { Records } from './records.ts';

/** A request as it is written to the socket. */
export interface FuzzRequest {
  operation: Operation;
  /** The hostile part, for the report. */
  about: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
}

type Random = ReturnType<typeof createRandom>;

/** One part of an operation that a request attacks; undefined for a request as documented. */
type Target =
  | { in: 'path' | 'query' | 'header'; name: string }
  | { in: 'field'; type: string; path: readonly (string | number)[] }
  | { in: 'body' | 'unknown' };

const pick = <Item>(random: Random, items: readonly Item[]): Item => items[random.int(items.length)]!;

/** Paths of everything in a JSON value, down to a few levels. */
const pathsIn = (value: unknown, depth = 0): (string | number)[][] => {
  if (typeof value !== 'object' || value === null || depth > 4) return [];
  const entries: [string | number, unknown][] = Array.isArray(value)
    ? value.slice(0, 2).map((item, index) => [index, item])
    : Object.entries(value);
  return entries.flatMap(([key, item]) => [[key], ...pathsIn(item, depth + 1).map((path) => [key, ...path])]);
};

const withValue = (sample: unknown, path: readonly (string | number)[], value: unknown): unknown => {
  const copy = structuredClone(sample) as Record<string | number, unknown>;
  let at = copy;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>;
  // Not by assignment, which would set the prototype of a field called __proto__.
  Object.defineProperty(at, path.at(-1)!, { value, enumerable: true, configurable: true, writable: true });
  return copy;
};

const FORM = 'application/x-www-form-urlencoded';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value);

const formOf = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? Object.entries(value)
        .map(([name, item]) => `${encodeURIComponent(name)}=${encodeURIComponent(textOf(item))}`)
        .join('&')
    : textOf(value);

const encodeBody = (value: unknown, type: string): string =>
  type === FORM ? formOf(value) : JSON.stringify(value);

/** Header values can't hold these; Node refuses to send them. */
const headerText = (text: string): string =>
  Buffer.from(text)
    .toString('latin1')
    .replace(/[^\x20-\x7e\x80-\xff]/g, '?');

/** Dots alone and empty segments are other paths; any other text can be an id. */
const segment = (text: string): string =>
  /^\.*$/.test(text) ? 'x' : encodeURIComponent(text.toWellFormed());

/** The targets of an operation: each parameter, each field of each body, the body as a whole. */
const targetsOf = ({ parameters, bodies }: Operation): (Target | undefined)[] => [
  undefined,
  { in: 'unknown' },
  ...parameters.map((parameter) => ({ in: parameter.in, name: parameter.name })),
  ...bodies.flatMap(({ type, sample, fields }): Target[] => {
    const missing = fields.filter((name) => !(name in sample)).map((name) => [name]);
    const paths: (string | number)[][] = [...pathsIn(sample), ...missing];
    return [{ in: 'body' }, ...paths.map((path): Target => ({ in: 'field', type, path }))];
  }),
];

/**
 * Requests for all operations, in rounds: every round attacks every parameter and every field of
 * every operation once, each time with another hostile value, and asks once as documented.
 * @param records ids of records that exist, so that requests get past "not found"
 */
export function* hostileRequests(
  operations: readonly Operation[],
  records: Records,
  random: Random,
): Generator<FuzzRequest> {
  const make = (operation: Operation, target: Target | undefined): FuzzRequest => {
    const headers: Record<string, string> = { Accept: 'application/json', Prefer: 'respond-async' };
    const text = pick(random, HOSTILE_TEXTS);
    let { path } = operation;
    const query: string[] = [];
    for (const { name, in: place, sample } of operation.parameters) {
      const isTarget = target?.in === place && target.name === name;
      const value = isTarget ? text : sample;
      if (place === 'path') {
        const id = isTarget
          ? segment(text)
          : (records.idFor(operation.path, name, random) ?? segment(sample));
        path = path.replace(`{${name}}`, id);
      } else if (place === 'query' && (isTarget || (target?.in !== 'query' && random.chance(0.3))))
        query.push(`${name}=${encodeURIComponent(value.toWellFormed())}`);
      else if (place === 'header' && isTarget) headers[name] = headerText(text);
    }
    if (target?.in === 'unknown')
      query.push(`${encodeURIComponent(text.toWellFormed())}=1`, 'a[b]=1', 'a=1&a=2');
    const request: FuzzRequest = {
      operation,
      about: target === undefined ? 'as documented' : JSON.stringify({ ...target, value: text.slice(0, 60) }),
      url: query.length === 0 ? path : `${path}?${query.join('&')}`,
      headers,
    };
    const body = pick(random, [undefined, ...operation.bodies].slice(operation.bodies.length > 0 ? 1 : 0));
    if (!body) return request;
    if (target?.in === 'body') {
      const [raw, type] = pick(random, HOSTILE_BODIES);
      return {
        ...request,
        about: `body ${raw.slice(0, 60)}`,
        headers: { ...headers, 'Content-Type': type },
        body: raw,
      };
    }
    const sample = records.fill(body.sample, random);
    if (target?.in !== 'field')
      return {
        ...request,
        headers: { ...headers, 'Content-Type': body.type },
        body: encodeBody(sample, body.type),
      };
    const value = pick(random, HOSTILE_JSON);
    const attacked = withValue(sample, target.path, value);
    return {
      ...request,
      about: JSON.stringify({ field: target.path, value }).slice(0, 200),
      headers: { ...headers, 'Content-Type': target.type },
      body: encodeBody(attacked, target.type),
    };
  };

  for (;;)
    for (const operation of operations)
      for (const target of targetsOf(operation)) yield make(operation, target);
}
