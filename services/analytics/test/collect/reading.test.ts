import fc from 'fast-check';

import { createAgentCache } from '../../src/collect/agent-cache.ts';
import { createBotFilter } from '../../src/collect/bot-filter.ts';
import { channelOf } from '../../src/collect/channel.ts';
import { createGlob, createNameMatcher } from '../../src/collect/glob.ts';
import { localDay } from '../../src/collect/local-day.ts';
import { readPageUrl, withoutParameters } from '../../src/collect/page-url.ts';
import { referrerHost } from '../../src/collect/referrer.ts';
import { createUserAgentReader } from '../../src/collect/user-agent.ts';
import { createAddressMatcher, parseAddressRange } from '../../src/websites/address-ranges.ts';
import { CHROME } from '../harness.ts';

describe('patterns of parameters', () => {
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
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(createNameMatcher([pattern])(text)).toBe(expected);
  });

  it('mean what a regular expression of the same meaning says', () => {
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

describe('ranges of addresses', () => {
  it.each([
    ['10.0.0.0/8', '10.255.0.1', true],
    ['10.0.0.0/8', '11.0.0.0', false],
    ['10.1.2.3/8', '10.0.0.0', true],
    ['0.0.0.0/0', '255.255.255.255', true],
    ['0.0.0.0/0', '::1', false],
    ['::/0', '2001:db8::1', true],
    ['2001:db8::/33', '2001:db8:8000::', false],
    ['192.0.2.1-192.0.2.3', '192.0.2.3', true],
    ['192.0.2.1 - 192.0.2.3', '192.0.2.4', false],
    ['::ffff:10.0.0.0/104', '10.9.9.9', true],
    ['10.9.9.9', '::ffff:10.9.9.9', true],
    ['::1', '0:0:0:0:0:0:0:1', true],
  ])('%s holds %s: %s', (line, address, expected) => {
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
  ])('refuses %s', (line) => {
    expect(parseAddressRange(line)).toBeNull();
  });

  it('are searched as a plain comparison of numbers would', () => {
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

describe('addresses of pages', () => {
  const read = (url: string, excluded: string[] = []) =>
    readPageUrl(new URL(url), 'www.example.com', createNameMatcher(excluded));

  it.each([
    ['https://example.com/a?b=1&utm_source=x&gclid=2&c', '/a?b=1&c'],
    ['https://www.example.com/', '/'],
    ['https://blog.example.com/x', 'blog.example.com/x'],
    ['https://example.com/a?%73id=1&b=2', '/a?b=2'],
    ['https://example.com/a?sid', '/a'],
    ['https://example.com/#/route?sid=1&x=2', '/#/route?x=2'],
  ])('%s is the page %s', (url, expected) => {
    const { page } = read(url, ['sid']);
    expect(page).toBe(expected);
    // What is stored has nothing more to take out.
    expect(withoutParameters(page, createNameMatcher(['sid']))).toBe(page);
  });

  it('reads campaigns, but for those that are excluded', () => {
    const url = 'https://example.com/?utm_source=News&utm_medium=email&utm_term=a+b&ref=x';
    expect(read(url).utm).toMatchObject({ utm_source: 'News', utm_medium: 'email', utm_term: 'a b' });
    expect(read(url, ['utm_source']).utm.utm_source).toBe('x');
    expect(read(url, ['*']).utm).toEqual({
      ...{ utm_source: '', utm_medium: '', utm_campaign: '', utm_term: '', utm_content: '' },
    });
  });
});

describe('where visits come from', () => {
  const NONE = { referrer: '', source: '', medium: '', isAdClick: false };
  it.each([
    [{}, 'Direct'],
    [{ referrer: 'google.com' }, 'Organic Search'],
    [{ referrer: 'google.co.uk' }, 'Organic Search'],
    [{ referrer: 'notgoogle.com' }, 'Referral'],
    [{ referrer: 'google.com', isAdClick: true }, 'Paid Search'],
    [{ source: 'google', medium: 'cpc' }, 'Paid Search'],
    [{ source: 'facebook', medium: 'paid_social' }, 'Paid Social'],
    [{ source: 'somewhere', medium: 'cpm' }, 'Display'],
    [{ referrer: 'l.facebook.com' }, 'Organic Social'],
    [{ referrer: 't.co' }, 'Organic Social'],
    [{ referrer: 'youtube.com' }, 'Organic Video'],
    [{ referrer: 'chatgpt.com' }, 'AI Assistants'],
    [{ referrer: 'gemini.google.com' }, 'AI Assistants'],
    [{ source: 'perplexity' }, 'AI Assistants'],
    [{ referrer: 'mail.google.com' }, 'Email'],
    [{ medium: 'Email', source: 'spring' }, 'Email'],
    [{ medium: 'affiliate' }, 'Affiliates'],
    [{ referrer: 'blog.example.net' }, 'Referral'],
    [{ source: 'poster' }, 'Campaign'],
  ])('%j is %s', (input, expected) => {
    expect(channelOf({ ...NONE, ...input })).toBe(expected);
  });

  it.each([
    ['https://www.Other.example/x', 'other.example'],
    ['https://sub.example.com/', ''],
    ['https://example.com.evil.example/', 'example.com.evil.example'],
    ['android-app://com.example.mail/', 'com.example.mail'],
    ['nonsense', ''],
    ['', ''],
  ])('the referrer %s is %j', (text, expected) => {
    expect(referrerHost(text, 'example.com')).toBe(expected);
  });
});

describe('user agents', () => {
  it.each([
    [CHROME, null],
    ['', 'bot'],
    ['   ', 'bot'],
    [CHROME.replace('140.0.0.0', '140.0.7339.999'), null],
    [CHROME.replace('140.0.0.0', '140.0.7339.1000'), 'bot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0)', 'bot'],
    ['Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ai_crawler'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.0)', 'ai_crawler'],
  ])('%s is %s', (userAgent, expected) => {
    const filter = createBotFilter();
    expect([filter(userAgent), filter(userAgent)]).toEqual([expected, expected]);
  });

  it('have names that PostgreSQL gives back unchanged, also when they are cut', () => {
    const { browser } = createUserAgentReader()(`${'a'.repeat(59)}😀/1.0 (x)`);
    expect(browser).toHaveLength(60);
    expect(browser.isWellFormed()).toBe(true);
  });

  it('tell browser, system and kind of device', () => {
    const read = createUserAgentReader();
    expect(read(CHROME)).toEqual({ browser: 'Chrome', os: 'Windows', device: 'desktop' });
    expect(
      read(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      ),
    ).toEqual({ browser: 'Safari', os: 'iOS', device: 'mobile' });
    expect(read('')).toEqual({ browser: '', os: '', device: '' });
  });
});

describe('local days', () => {
  it.each([
    ['Asia/Kathmandu', '2026-06-01T18:14:59.999Z', '2026-06-01'],
    ['Asia/Kathmandu', '2026-06-01T18:15:00Z', '2026-06-02'],
    ['America/St_Johns', '2026-07-01T02:29:59Z', '2026-06-30'],
    ['America/St_Johns', '2026-07-01T02:30:00Z', '2026-07-01'],
    ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T22:59:59Z', '2026-10-25'],
    ['Europe/Berlin', '2026-10-25T23:00:00Z', '2026-10-26'],
    ['UTC', '2026-01-01T00:00:00Z', '2026-01-01'],
  ])('in %s %s is on %s', (zone, instant, expected) => {
    expect(localDay(zone, Date.parse(instant))).toBe(expected);
  });
});

describe('user agents that are remembered', () => {
  const reads: string[] = [];
  const read = createAgentCache((userAgent) => {
    reads.push(userAgent.slice(0, 10));
    return { userAgent };
  });
  beforeEach(() => {
    reads.length = 0;
  });

  it('are read once', () => {
    expect([read('a'), read(''), read('a'), read('')].map(({ userAgent }) => userAgent)).toEqual([
      'a',
      '',
      'a',
      '',
    ]);
    expect(reads).toEqual(['a', '']);
  });

  it('are forgotten when long ones would fill the memory', () => {
    const long = (number: number): string => `${number}`.padEnd(16_000, 'x');
    for (let number = 0; number < 600; number += 1) read(long(number));
    reads.length = 0;
    read(long(599));
    expect(reads).toEqual([]);
    read(long(0));
    expect(reads).toHaveLength(1);
  });
});
