import { cases } from '@platform/testing';
import fc from 'fast-check';

import { escapeBareAmpersands, parseSitemap } from '../../src/page/files/sitemap-file.ts';

const escaped = (text: string) => {
  const parts = [...escapeBareAmpersands(text)];
  return {
    text: parts.map((part) => part.text).join(''),
    bare: parts.reduce((sum, part) => sum + part.bare, 0),
  };
};

it.each([
  ['a=1&b=2', 'a=1&amp;b=2', 1],
  ['&amp; &#38; &#x26; &own.name;', '&amp; &#38; &#x26; &own.name;', 0],
  ['&; && &1;', '&amp;; &amp;&amp; &amp;1;', 4],
  ['<![CDATA[a&b]]>&c', '<![CDATA[a&b]]>&c', 0],
  ['<![CDATA[a&b]]>&c d', '<![CDATA[a&b]]>&amp;c d', 1],
  ['<!-- R & D --><?php a & b ?>', '<!-- R & D --><?php a & b ?>', 0],
  ['<!-- never closed & so', '<!-- never closed & so', 0],
  ['cut off: &am', 'cut off: &am', 0],
])('escapes what begins no reference in %j', (text, expected, bare) => {
  expect(escaped(text)).toEqual({ text: expected, bare });
});

it('changes nothing but ampersands, and nothing the second time', () => {
  const bits = fc.constantFrom('&', 'amp;', '<![CDATA[', ']]>', '<!--', '-->', '<?', '?>', ' ', 'x', '#1;');
  fc.assert(
    fc.property(fc.array(bits, { maxLength: 40 }), (some) => {
      const text = some.join('');
      const once = escaped(text);
      expect(once.text.length).toBe(text.length + 'amp;'.length * once.bare);
      expect(escaped(once.text)).toEqual({ text: once.text, bare: 0 });
    }),
    { numRuns: cases(2_000) },
  );
});

const entries = (count: number): string =>
  Array.from(
    { length: count },
    (_, at) => `<url><loc>https://a.example/?id=${at}&lang=en&page</loc></url>`,
  ).join('');

it('reads all pages of a sitemap whose addresses have bare ampersands, and says what is wrong', () => {
  const { kind, locations, error } = parseSitemap(`<urlset>${entries(40_000)}</urlset>`, false);
  expect([kind, locations.length, error]).toEqual([
    'urlset',
    40_000,
    'an ampersand that isn’t written as &amp;',
  ]);
  expect(locations.at(-1)).toBe('https://a.example/?id=39999&lang=en&page');
});

it('finds no fault in a sitemap that was cut off within a reference', () => {
  const { locations, error } = parseSitemap(
    '<urlset><url><loc>https://a.example/</loc></url><url><loc>/?a=1&am',
    true,
  );
  expect([locations, error]).toEqual([['https://a.example/'], null]);
});
