import { decodeHtml } from '../../src/page/html/html-charset.ts';

const latin = (text: string) => Buffer.from(text, 'latin1');
const utf8 = (text: string) => Buffer.from(text, 'utf8');

it.each([
  ['the header', utf8('<p>ä'), 'text/html; charset=UTF-8', 'utf-8', 'header'],
  ['a quoted header', latin('<p>ä'), 'text/html; charset="iso-8859-1"', 'windows-1252', 'header'],
  [
    'a mark before the header',
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), utf8('<p>ä')]),
    'text/html; charset=iso-8859-1',
    'utf-8',
    'bom',
  ],
  ['the meta charset', utf8('<meta charset=utf-8><p>ä'), 'text/html', 'utf-8', 'meta'],
  [
    'the older meta',
    utf8('<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><p>ä'),
    null,
    'utf-8',
    'meta',
  ],
  ['nothing', latin('<p>ä'), null, 'windows-1252', 'default'],
  ['an unknown header', utf8('<meta charset="utf-8"><p>ä'), 'text/html; charset=klingon', 'utf-8', 'meta'],
  [
    'a charset beside a content without quotes',
    latin('<meta http-equiv="Content-Type" content=text/html; charset=iso8859-2><p>ä'),
    null,
    'iso-8859-2',
    'meta',
  ],
  [
    'no meta but an attribute’s text',
    latin('<p title="x><meta charset=utf-8><p>ä'),
    null,
    'windows-1252',
    'default',
  ],
  [
    'the second meta when the first is unknown',
    latin('<meta charset=bogus><meta charset=latin1><p>ä'),
    null,
    'windows-1252',
    'meta',
  ],
  ['a meta of UTF-16, which can’t be', utf8('<meta charset="utf-16"><p>ä'), null, 'utf-8', 'meta'],
  [
    'Japanese',
    Buffer.from([0x3c, 0x70, 0x3e, 0x8e, 0xa9]),
    'text/html; charset=shift_jis',
    'shift_jis',
    'header',
  ],
])('decodes by %s', (_, bytes, contentType, used, source) => {
  const { html, charset } = decodeHtml(bytes, contentType);
  expect(charset).toMatchObject({ used, source, errors: 0 });
  expect(html).toMatch(/<p>[ä自]$/);
});

it('tells a late meta element from one in the first 1,024 bytes, and ignores comments', () => {
  const late = utf8(`<!doctype html>${' '.repeat(1024)}<meta charset=utf-8><p>ä`);
  const { html, charset } = decodeHtml(late, null);
  expect(charset).toMatchObject({ used: 'utf-8', source: 'late_meta', meta: null });
  expect(html).toMatch(/<p>ä$/);
  const commented = utf8('<!-- <meta charset=utf-16> --><meta charset=utf-8>');
  expect(decodeHtml(commented, null).charset).toMatchObject({ meta: 'utf-8' });
});

it('counts undecodable bytes, but not intended replacement characters', () => {
  expect(decodeHtml(latin('ä ö ü'), 'text/html; charset=utf-8').charset.errors).toBe(3);
  expect(decodeHtml(utf8('\uFFFD'), 'text/html; charset=utf-8').charset.errors).toBe(0);
});

it('accepts any bytes', () => {
  const bytes = Uint8Array.from({ length: 70_000 }, (_, index) => (index * 7919) % 256);
  expect(decodeHtml(bytes, 'text/html; charset=utf-8').charset.errors).toBe(1000);
});
