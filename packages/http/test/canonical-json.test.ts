import fc from 'fast-check';

import { canonicalJson } from '../src/idempotency.ts';

it('writes the same JSON whatever the order of the keys', () => {
  const shuffled = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shuffled);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .reverse()
        .map(([name, item]) => [name, shuffled(item)]),
    );
  };
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = canonicalJson(value);
      expect(canonicalJson(shuffled(value))).toBe(text);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it.each([
  [{ b: 1, a: { d: undefined, c: [undefined, null] } }, '{"a":{"c":[null,null]},"b":1}'],
  [new Date(0), '"1970-01-01T00:00:00.000Z"'],
  [{ at: new Date(0) }, '{"at":"1970-01-01T00:00:00.000Z"}'],
  [{ f: () => 1, n: Number.NaN }, '{"n":null}'],
  [undefined, 'null'],
  [JSON.parse('{"z":1,"__proto__":{"b":1,"a":2}}'), '{"__proto__":{"a":2,"b":1},"z":1}'],
  [[], '[]'],
  [{}, '{}'],
  ['"\u2028', '"\\"\u2028"'],
])('writes %j as JSON.stringify does', (value, text) => {
  expect(canonicalJson(value)).toBe(text);
});
