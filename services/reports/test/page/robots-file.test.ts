import fc from 'fast-check';
import { parseRobots } from '../../src/page/files/robots-file.ts';

const allows = (text: string, agent: string, path: string) =>
  parseRobots(text).allows(agent, `https://shop.example${path}`);

it.each([
  ['a no-break space', '\u00a0'],
  ['a byte order mark', '\ufeff'],
])('takes a rule after %s for no rule, as Google does', (_, mark) => {
  const text = `User-agent: *\n${mark}Disallow: /private\nDisallow: /secret\n`;
  expect(allows(text, 'bot', '/private')).toBe(true);
  expect(allows(text, 'bot', '/secret')).toBe(false);
  expect(allows(`User-agent: *\n \t Disallow: /private`, 'bot', '/private')).toBe(false);
});

describe('groups', () => {
  const text =
    'User-agent: RedBot\nDisallow: /red/\n\nuser-agent: BlueBot\nUser-Agent: GreenBot\ndisallow: /sea/\n\nUser-agent: *\nDisallow: /all/\n';

  it.each([
    ['RedBot', '/red/a', false],
    ['redbot', '/red/a', false],
    ['RedBot', '/all/a', true],
    ['BlueBot', '/sea/a', false],
    ['GreenBot', '/sea/a', false],
    ['GreyBot', '/all/a', false],
    ['GreyBot', '/red/a', true],
    ['*', '/all/a', false],
  ])('%s at %s: %s', (agent, path, expected) => {
    expect(allows(text, agent, path)).toBe(expected);
  });

  it('merges an agent’s groups, wherever they stand', () => {
    const split = 'User-agent: a\nDisallow: /x\nUser-agent: b\nDisallow: /y\nUser-agent: a\nDisallow: /z\n';
    expect([allows(split, 'a', '/x'), allows(split, 'a', '/y'), allows(split, 'a', '/z')]).toEqual([
      false,
      true,
      false,
    ]);
  });

  it('are not split by other lines, not even by sitemaps', () => {
    const text =
      'User-agent: a\nSitemap: https://shop.example/s.xml\nCrawl-delay: 3\nUser-agent: b\nDisallow: /\n';
    expect([allows(text, 'a', '/'), allows(text, 'b', '/')]).toEqual([false, false]);
    expect(parseRobots(text).sitemaps).toEqual(['https://shop.example/s.xml']);
  });

  it('ignores rules before the first user-agent line', () => {
    expect(allows('Disallow: /\nUser-agent: a\nAllow: /\n', 'a', '/x')).toBe(true);
  });

  it('reads an agent’s name up to its version, and ignores a comment after a star', () => {
    expect(allows('User-agent: a/2.1\nDisallow: /\n', 'a', '/')).toBe(false);
    expect(allows('User-agent: * all of you\nDisallow: /\n', 'a', '/')).toBe(false);
    expect(allows('User-agent: ab\nDisallow: /\n', 'a', '/')).toBe(true);
    expect(allows('User-agent: archive.org_bot\nDisallow: /\n', 'archive.org_bot', '/')).toBe(false);
    expect(allows('User-agent: archive.org_bot\nDisallow: /\n', 'archive', '/')).toBe(false);
  });
});

describe('rules', () => {
  it.each([
    ['Disallow: /shop\nAllow: /shop/open', '/shop/open/a', true],
    ['Allow: /shop/open\nDisallow: /shop', '/shop/closed', false],
    ['Disallow: /a\nAllow: /a', '/a', true],
    ['Disallow:', '/a', true],
    ['Disallow: /*.pdf$', '/a/b.pdf', false],
    ['Disallow: /*.pdf$', '/a/b.pdf?x', true],
    ['Disallow: /a$b', '/a$b/c', false],
    ['Disallow: /*a*b*c', '/xxaxxbxxc', false],
    ['Disallow: /*a*b*c', '/xxaxxcxxb', true],
    ['Disallow: /A', '/a', true],
    ['Disallow: a', '/a', true],
    ['Disallow: /?q=', '/?q=1', false],
    ['Disallow: /\nAllow: /folder/index.html', '/folder/', true],
    ['Disallow: /\nAllow: /folder/index.html', '/folder/b', false],
    ['Disallow: /%c3%a4', '/%C3%A4', false],
    ['Disallow: /ä', '/%C3%A4', false],
    ['Dissalow: /a', '/a', false],
    ['Disallow /a', '/a', false],
    ['Disallow /a b', '/a', true],
    ['Disallow: /a # closed', '/a', false],
  ])('%j at %s: %s', (rules, path, expected) => {
    expect(allows(`User-agent: a\n${rules}\n`, 'a', path)).toBe(expected);
  });
});

it.each(['\n', '\r', '\r\n'])('takes %j as the end of a line', (end) => {
  expect(allows(['User-agent: a', 'Disallow: /x', ''].join(end), 'a', '/x')).toBe(false);
});

it('skips a byte order mark and truncates overlong lines', () => {
  expect(allows('\uFEFFUser-agent: a\nDisallow: /x\n', 'a', '/x')).toBe(false);
  const long = `/${'x'.repeat(20_000)}`;
  const stored = parseRobots(`User-agent: a\nDisallow: ${long}\n`).lines[1]?.value ?? '';
  expect(stored.length).toBeLessThan(2083 * 8);
  expect(allows(`User-agent: a\nDisallow: ${long}\n`, 'a', `${stored}/y`)).toBe(false);
});

it('never throws, and allows everything when there are no rules', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.webUrl(), (text, url) => {
      expect(typeof parseRobots(text).allows('a', url)).toBe('boolean');
      expect(parseRobots(text.replace(/[ad]/gi, '')).allows('a', url)).toBe(true);
    }),
  );
});
