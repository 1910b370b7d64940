import fc from 'fast-check';

import { createGlob, createNameMatcher } from '../../src/exclusions/name-matcher.ts';
import { createAddressMatcher, isAddressLine } from '../../src/exclusions/address-matcher.ts';

describe('parameter patterns', () => {
  it.each([
    ['utm_*', 'utm_source', true],
    ['utm_*', 'UTM_', true],
    ['*token', 'csrf_token', true],
    ['*token', 'token2', false],
    ['a*b*c', 'aXbYc', true],
    ['a*b*c', 'abcd', false],
    ['*', '', true],
    ['a', 'ab', false],
    ['a.c', 'abc', false],
  ])('%s matching %s: %s', (pattern, text, expected) => {
    expect(createNameMatcher([pattern])(text)).toBe(expected);
  });

  it('match like the equivalent regular expression', () => {
    const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
    fc.assert(
      fc.property(letters, letters, (pattern, text) => {
        const expected = new RegExp(`^${pattern.replaceAll('*', '[^]*')}$`).test(text);
        expect(createGlob(pattern)(text)).toBe(expected);
        expect(createNameMatcher([pattern])(text)).toBe(expected);
      }),
    );
  });
});

describe('address ranges', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.0.0.0', true],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '2001:db8::1', true],
    ['::/0', '192.0.2.1', false],
    ['::/0', '::ffff:192.0.2.1', false],
    ['2001:db8::/33', '2001:db8:8000::', false],
    ['192.0.2.1-192.0.2.3', '192.0.2.3', true],
    ['192.0.2.1 - 192.0.2.3', '192.0.2.4', false],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['10.9.9.9', '::ffff:10.9.9.9', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
  ])('%s containing %s: %s', (line, address, expected) => {
    expect(createAddressMatcher([line])(address)).toBe(expected);
  });

  it.each([
    '',
    '10.0.0',
    '10.0.0.1/33',
    '::1/129',
    '1.2.3.4-::1',
    '9.9.9.9-1.1.1.1',
    'fe80::1%eth0',
    '010.0.0.1/8/9',
    'x',
  ])('%j is refused', (line) => {
    expect(isAddressLine(line)).toBe(false);
  });

  it('match like a plain comparison of numbers', () => {
    const byte = fc.integer({ min: 0, max: 30 });
    const range = fc.tuple(byte, byte).map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    fc.assert(
      fc.property(fc.array(range, { maxLength: 12 }), byte, (ranges, last) => {
        const matches = createAddressMatcher(ranges.map(([a, b]) => `10.0.0.${a}-10.0.0.${b}`));
        expect(matches(`10.0.0.${last}`)).toBe(ranges.some(([a, b]) => a <= last && last <= b));
      }),
    );
  });
});
