import fc from 'fast-check';

import { entityTag, satisfiesIfMatch, satisfiesIfNoneMatch, tagOfJson } from '../src/entity-tag.ts';

const record = fc.dictionary(fc.string(), fc.jsonValue());

it('is the same for the same record', () => {
  fc.assert(
    fc.property(record, (fields) => {
      expect(entityTag({ ...fields })).toBe(entityTag(fields));
      expect(tagOfJson(JSON.stringify(fields))).toBe(entityTag(fields));
      expect(entityTag(fields)).toMatch(/^"[\w-]{22}"$/);
    }),
  );
});

it('differs when a field does, unless the field changes by itself', () => {
  const a = { id: 1, name: 'a', left: 5 };
  expect(entityTag({ ...a, name: 'b' })).not.toBe(entityTag(a));
  expect(entityTag({ ...a, left: 4 }, ['left'])).toBe(entityTag(a, ['left']));
});

it.each([
  ['"a"', true],
  ['"b", "a"', true],
  ['*', true],
  ['W/"a"', false],
  ['"b"', false],
  ['a', false],
  ['', false],
])('If-Match: %s of version "a": %p', (header, expected) => {
  expect(satisfiesIfMatch(header, '"a"')).toBe(expected);
});

it.each([
  ['"a"', false],
  ['W/"a", "b"', false],
  ['*', false],
  ['"b"', true],
  ['', true],
])('If-None-Match: %s of version "a": %p', (header, expected) => {
  expect(satisfiesIfNoneMatch(header, '"a"')).toBe(expected);
});
