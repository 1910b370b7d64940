import { localDay } from '../../src/calendar/local-day.ts';
import { createBotFilter, createSpamFilter } from '../../src/collect/intake/bot-filter.ts';
import { channelOf, referrerHost } from '../../src/collect/intake/channel.ts';
import { readPageUrl } from '../../src/collect/intake/page-url.ts';
import { createAgentCache, createUserAgentReader, withBrand } from '../../src/collect/intake/user-agent.ts';
import { createNameMatcher, excludeParams } from '../../src/exclusions/rules/exclude-params.ts';
import type { Spelling } from '../../src/websites/website.ts';
import { CHROME, FIREFOX } from '../harness.ts';

describe('page addresses', () => {
  const read = (url: string, excluded: string[] = []) =>
    readPageUrl(new URL(url), 'www.example.com', {
      isExcludedParam: createNameMatcher(excluded),
      isNamedParam: createNameMatcher(excluded.filter((line) => !line.includes('*'))),
    });

  it.each([
    ['https://example.com/a?b=1&utm_source=x&gclid=2&c', '/a?b=1&c'],
    ['https://example.com/a?b=1&gad_source=1&gad_campaignid=22&_hsenc=x&_hsmi=9', '/a?b=1'],
    ['https://example.com/a?b=1&mtm_campaign=x&pk_kwd=y&mtm_group=z&hsa_acc=1', '/a?b=1'],
    ['https://www.example.com/', '/'],
    ['https://blog.example.com/x', 'blog.example.com/x'],
    ['https://example.com/a?%73id=1&b=2', '/a?b=2'],
    ['https://example.com/a?sid', '/a'],
    ['https://example.com/#/route?sid=1&x=2', '/#/route?x=2'],
    ['https://example.com/back#sid=secret&state=1', '/back#state=1'],
    ['https://example.com/back#sid=secret', '/back'],
    ['https://example.com/a#sid', '/a#sid'],
    ['https://example.com/#/list/page=2', '/#/list/page=2'],
  ])('turn %s into the page %s', (url, expected) => {
    const { page } = read(url, ['sid']);
    expect(page).toBe(expected);
    // A stored page has nothing more to take out.
    expect(excludeParams(page, createNameMatcher(['sid']))).toBe(page);
  });

  it('keep no more than a hundred parameters', () => {
    const pairs = Array.from({ length: 150 }, (_, index) => `p${index}`);
    expect(read(`https://example.com/?${pairs.join('&')}`).page).toBe(`/?${pairs.slice(0, 100).join('&')}`);
  });

  it('yield campaigns, even where their parameters are excluded from pages', () => {
    const url = 'https://example.com/?utm_source=News&utm_medium=email&utm_term=a+b';
    const utm = { utm_source: 'News', utm_medium: 'email', utm_term: 'a b' };
    expect(read(url).utm).toMatchObject(utm);
    expect(read(url, ['utm_*']).utm).toMatchObject(utm);
    // Links that were made for Matomo say the same by other names; those of utm_ come first.
    const matomo = 'https://example.com/?mtm_source=News&pk_medium=email&mtm_kwd=a+b&piwik_campaign=Spring';
    expect(read(matomo).utm).toMatchObject({ ...utm, utm_campaign: 'Spring' });
    expect(read(`${matomo}&utm_source=Other`).utm.utm_source).toBe('Other');
    expect(read(matomo, ['mtm_source']).utm).toMatchObject({ ...utm, utm_source: '' });
    expect(read(url, ['utm_source']).utm).toMatchObject({ ...utm, utm_source: '' });
  });

  it.each([
    ['https://example.com/a?ref=hn&b=1', '/a?b=1', 'hn'],
    ['https://example.com/a?source=app', '/a', 'app'],
    ['https://example.com/a?source=app&utm_source=news', '/a?source=app', 'news'],
    ['https://example.com/a?ref=hn&source=app', '/a?ref=hn', 'app'],
  ])('split %s into the page %s and the source %s', (url, page, source) => {
    expect([read(url).page, read(url).utm.utm_source]).toEqual([page, source]);
  });
});

describe('spellings of an address', () => {
  const NONE = { isExcludedParam: () => false, isNamedParam: () => false };
  const MERGED: Spelling = { trailingSlash: 'remove', queryOrder: 'sort', campaignCase: 'lower' };
  const AS_GIVEN: Spelling = { trailingSlash: 'keep', queryOrder: 'keep', campaignCase: 'keep' };
  const read = (url: string, spelling: Spelling) =>
    readPageUrl(new URL(url, 'https://example.com'), 'example.com', NONE, spelling);

  it.each([
    ['/a%e6?q=%e6&r=%c3%a6#%e6', '/a%E6?q=%E6&r=%C3%A6#%E6'],
    ['/%41%7e%2d%2Fa', '/A~-%2Fa'],
    ['/50%', '/50%'],
    ['/50%?x=%zz', '/50%?x=%zz'],
  ])('%s is the page %s, whatever the website says', (url, page) => {
    expect([read(url, AS_GIVEN).page, read(url, MERGED).page]).toEqual([page, page]);
  });

  it.each([
    ['/a/', '/a', '/a/'],
    ['/a/?x=1', '/a?x=1', '/a/?x=1'],
    ['/', '/', '/'],
    ['/?x=1', '/?x=1', '/?x=1'],
    ['/a?b=2&a=1&b=1', '/a?a=1&b=2&b=1', '/a?b=2&a=1&b=1'],
    ['/a?b&a', '/a?a&b', '/a?b&a'],
    ['/a/#/b/', '/a#/b/', '/a/#/b/'],
  ])('%s is %s where they are merged, else %s', (url, merged, asGiven) => {
    expect([read(url, MERGED).page, read(url, AS_GIVEN).page]).toEqual([merged, asGiven]);
  });

  it('has one campaign for any case of names and values', () => {
    const url = '/?UTM_Source=FB&Utm_Medium=Paid_Social&utm_CAMPAIGN=Spring&utm_term=Shoes&x=1';
    const utm = {
      utm_source: 'facebook',
      utm_medium: 'paid_social',
      utm_campaign: 'spring',
      utm_term: 'shoes',
      utm_content: '',
    };
    expect(read(url, MERGED)).toMatchObject({ page: '/?x=1', utm, source: 'FB' });
    expect(read(url, AS_GIVEN).utm).toMatchObject({ utm_source: 'FB', utm_campaign: 'Spring' });
    expect(read('/?REF=hn&x=1', MERGED)).toMatchObject({ page: '/?x=1', utm: { utm_source: 'hn' } });
    expect(read('/?GCLID=1', MERGED)).toMatchObject({ page: '/', isAdClick: true });
    expect(read('/?utm_source=&utm_source=a%E6+b%20c', MERGED).utm.utm_source).toBe('a\uFFFD b c');
  });
});

describe('the source of a visit', () => {
  const NONE = { referrer: '', source: '', medium: '', isAdClick: false };
  it.each([
    [{}, 'Direct'],
    [{ referrer: 'google.com' }, 'Organic Search'],
    [{ referrer: 'google.co.uk' }, 'Organic Search'],
    [{ referrer: 'notgoogle.com' }, 'Referral'],
    [{ referrer: 'search.seznam.cz' }, 'Organic Search'],
    [{ referrer: 'go.bsky.app' }, 'Organic Social'],
    [{ referrer: 'yiyan.baidu.com' }, 'AI Assistants'],
    [{ referrer: 'webmail.provider.example' }, 'Email'],
    [{ referrer: 'mail-archive.com' }, 'Referral'],
    [{ referrer: 'accounts.google.com' }, 'Referral'],
    [{ referrer: 'docs.google.com' }, 'Referral'],
    [{ referrer: 'news.google.de' }, 'Organic Search'],
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
    [{ source: 'FB' }, 'Organic Social'],
    [{ source: 'yt' }, 'Organic Video'],
    [{ source: 'google', medium: 'cpc_brand' }, 'Paid Search'],
    [{ source: 'google_ads', medium: 'cpc' }, 'Paid Search'],
    [{ source: 'adwords', medium: 'ppc' }, 'Paid Search'],
    [{ source: 'fb-ads', medium: 'paid' }, 'Paid Social'],
    [{ source: 'meta', medium: 'paid' }, 'Paid Social'],
    [{ source: 'hacker news' }, 'Organic Social'],
    [{ source: 'youtube', medium: 'cpc' }, 'Paid Video'],
    [{ source: 'amazon', medium: 'cpc' }, 'Paid Shopping'],
    [{ source: 'google', medium: 'cpc', campaign: 'Shopping_DE' }, 'Paid Shopping'],
    [{ source: 'google', medium: 'cpc', campaign: 'workshop' }, 'Paid Search'],
    [{ source: 'google', medium: 'cpc', campaign: 'cross-network' }, 'Cross-network'],
    [{ source: 'taboola', medium: 'cpc' }, 'Paid Other'],
    [{ referrer: 'amazon.de' }, 'Organic Shopping'],
    [{ referrer: 'checkout.stripe.com' }, 'Referral'],
    [{ source: 'engine', medium: 'organic' }, 'Organic Search'],
    [{ source: 'buffer', medium: 'social media' }, 'Organic Social'],
    [{ source: 'clip', medium: 'instream-video' }, 'Organic Video'],
    [{ source: 'spotify', medium: 'audio' }, 'Audio'],
    [{ source: 'sms' }, 'SMS'],
    [{ source: 'twilio', medium: 'sms' }, 'SMS'],
    [{ source: 'onesignal', medium: 'web-push' }, 'Mobile Push Notifications'],
    [{ referrer: 'm365.cloud.microsoft' }, 'AI Assistants'],
    [{ referrer: 'teams.microsoft.com' }, 'Organic Social'],
    [{ referrer: 'wikipedia.org' }, 'Referral'],
  ])('%j is in the channel %s', (input, expected) => {
    expect(channelOf({ ...NONE, ...input })).toBe(expected);
  });

  it.each([
    ['https://www.Other.example/x', 'other.example'],
    ['https://sub.example.com/', ''],
    ['https://example.com.evil.example/', 'example.com.evil.example'],
    ['android-app://com.example.mail/', 'com.example.mail'],
    ['android-app://com.google.android.gm/', 'mail.google.com'],
    ['android-app://com.linkedin.android', 'linkedin.com'],
    ['https://t.me/s/shop', 'telegram.org'],
    ['https://web.whatsapp.com/', 'whatsapp.com'],
    ['https://de.m.wikipedia.org/wiki/X', 'wikipedia.org'],
    ['https://outlook.office365.com/', 'outlook.live.com'],
    ['https://html.duckduckgo.com/', 'duckduckgo.com'],
    ['android-app://com.microsoft.teams/', 'teams.microsoft.com'],
    ['https://other.example./', 'other.example'],
    ['https://www.example.com./', ''],
    ['http://localhost:3000/', ''],
    ['http://shop.localhost/', ''],
    ['http://127.0.0.1:8080/', ''],
    ['ftp://other.example/', ''],
    ['chrome-extension://abc/page.html', ''],
    ['nonsense', ''],
    ['', ''],
  ])('the referrer %s is stored as %j', (text, expected) => {
    expect(referrerHost(text, 'example.com')).toBe(expected);
  });

  it('is looked at only so far as a host may be long, and so are its parents', () => {
    const host = referrerHost(`https://${'a.'.repeat(2_000)}facebook.com/`, 'example.com');
    expect(host).toBe('a.'.repeat(2_000).slice(0, 253));
    expect(referrerHost(`https://${'a.'.repeat(100)}facebook.com/`, 'example.com')).toBe('facebook.com');
    expect(createSpamFilter()(`${'a.'.repeat(100)}semalt.com`)).toBe(true);
  });
});

describe('user agents', () => {
  const read = createUserAgentReader();
  const IPHONE =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const PIXEL =
    'Mozilla/5.0 (Linux; Android 15; Pixel 8 Build/AP4A; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/140.0.0.0 Mobile Safari/537.36';

  it.each([
    [CHROME, null],
    ['', 'bot'],
    ['   ', 'bot'],
    [CHROME.replace('140.0.0.0', '140.0.7339.999'), null],
    [CHROME.replace('140.0.0.0', '140.0.7339.1000'), 'bot'],
    ['Mozilla/5.0 (compatible; bingbot/2.0)', 'bot'],
    ['Mozilla/5.0 (compatible; ClaudeBot/1.0; +claudebot@anthropic.com)', 'ai_crawler'],
    ['Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; OAI-SearchBot/1.0)', 'ai_crawler'],
  ])('%s is judged %s', (userAgent, expected) => {
    const filter = createBotFilter();
    expect([filter(userAgent), filter(userAgent)]).toEqual([expected, expected]);
  });

  it('have names that survive PostgreSQL unchanged, even when truncated', () => {
    const { browser } = createUserAgentReader()(`${'a'.repeat(59)}😀/1.0 (x)`);
    expect(browser).toHaveLength(60);
    expect(browser.isWellFormed()).toBe(true);
  });

  it('reveal browser, system and kind of device', () => {
    expect(read(CHROME)).toEqual({
      browser: 'Chrome',
      browserVersion: 'Chrome 140',
      os: 'Windows',
      osVersion: 'Windows 10+',
      device: 'desktop',
    });
    expect(
      read(
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      ),
    ).toEqual({
      browser: 'Safari',
      browserVersion: 'Safari 18',
      os: 'iOS',
      osVersion: 'iOS 18',
      device: 'mobile',
    });
    expect(read('')).toEqual({ browser: '', browserVersion: '', os: '', osVersion: '', device: '' });
  });

  it.each([
    [`${IPHONE} Mobile/15E148 Instagram 382.0.0.26.83 (iPhone15,2; iOS 18_5)`, 'Instagram 382', 'iOS 18'],
    [`${IPHONE} Mobile/15E148 [FBAN/FBIOS;FBAV/513.0.0.53;FBBV/735]`, 'Facebook 513', 'iOS 18'],
    [`${PIXEL} [FB_IAB/FB4A;FBAV/520.0.0.41.90;]`, 'Facebook 520', 'Android 15'],
    [`${PIXEL} musical_ly_2023904050 BytedanceWebview/d8a21c6`, 'TikTok 202390', 'Android 15'],
    [`${IPHONE} Mobile/15E148 Snapchat/13.50.0.44 (like Safari/8621.2)`, 'Snapchat 13', 'iOS 18'],
    [`${IPHONE} Mobile/15E148 [LinkedInApp]/9.31.1`, 'LinkedIn 9', 'iOS 18'],
    [`${IPHONE} GSA/370.0.762061592 Mobile/15E148 Safari/604.1`, 'Google app 370', 'iOS 18'],
    [`${IPHONE} Version/18.5 Mobile/15E148 Safari/604.1`, 'Safari 18', 'iOS 18'],
  ])('%s is %s on %s', (userAgent, browserVersion, osVersion) => {
    expect(read(userAgent)).toEqual({
      browser: browserVersion.replace(/ \d+$/, ''),
      browserVersion,
      os: osVersion.replace(/ \d+$/, ''),
      osVersion,
      device: 'mobile',
    });
  });

  it.each([
    [CHROME, 'Chrome 140', 'Windows 10+'],
    [CHROME.replace('NT 10.0', 'NT 6.1'), 'Chrome 140', 'Windows 7'],
    [FIREFOX, 'Firefox 143', ''],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
      'Safari 26',
      'macOS 10.15+',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_13_6) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1 Safari/605.1.15',
      'Safari 13',
      'macOS 10.13',
    ],
    [
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
      'Chrome 141',
      'Android 10+',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14; SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
      'Samsung Internet for Android 28',
      'Android 14',
    ],
    ['', '', ''],
    ['nothing that anybody knows', '', ''],
  ])('%s has the versions %j and %j', (userAgent, browserVersion, osVersion) => {
    expect(read(userAgent)).toMatchObject({ browserVersion, osVersion });
  });

  it('takes a Chromebook for a desktop', () => {
    const agent =
      'Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
    expect(read(agent)).toEqual({
      browser: 'Chrome',
      browserVersion: 'Chrome 140',
      os: 'Chrome OS',
      osVersion: '',
      device: 'desktop',
    });
  });

  it('knows Brave by the brands that it sends', () => {
    const chrome = read(CHROME);
    expect(withBrand(chrome, '"Brave";v="141", "Chromium";v="140"')).toEqual({
      ...chrome,
      browser: 'Brave',
      browserVersion: 'Brave 141',
    });
    expect(withBrand(chrome, '"Google Chrome";v="140", "Chromium";v="140"').browser).toBe('Chrome');
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
  ])('in %s %s falls on %s', (zone, instant, expected) => {
    expect(localDay(zone, Date.parse(instant))).toBe(expected);
  });
});

describe('cached user agents', () => {
  const reads: string[] = [];
  const read = createAgentCache((userAgent) => {
    reads.push(userAgent.slice(0, 10));
    return { userAgent };
  });
  beforeEach(() => {
    reads.length = 0;
  });

  it('are parsed once', () => {
    expect([read('a'), read(''), read('a'), read('')].map(({ userAgent }) => userAgent)).toEqual([
      'a',
      '',
      'a',
      '',
    ]);
    expect(reads).toEqual(['a', '']);
  });

  it('are evicted before long ones fill the memory', () => {
    const long = (number: number): string => `${number}`.padEnd(16_000, 'x');
    for (let number = 0; number < 600; number += 1) read(long(number));
    reads.length = 0;
    read(long(599));
    expect(reads).toEqual([]);
    read(long(0));
    expect(reads).toHaveLength(1);
  });
});
