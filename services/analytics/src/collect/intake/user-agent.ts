import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';
import { isbot } from 'isbot';

import type { DropReason } from '../../exclusions/rules/drop-reasons.ts';

const MAX_AGENTS = 20_000;
/**
 * Twice what this many ordinary agents need. Anybody can send agents as long as a header may be,
 * each of them different.
 */
const MAX_CHARACTERS = 8_000_000;

/**
 * Remembers what `read` makes of user agents: a website sees the same few thousand again and again.
 */
export const createAgentCache = <Value extends object>(
  read: (userAgent: string) => Value,
): ((userAgent: string) => Value) => {
  const known = new LRUCache<string, Value>({
    max: MAX_AGENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_value, userAgent) => userAgent.length + 1,
  });
  return (userAgent) => {
    const remembered = known.get(userAgent);
    if (remembered) return remembered;
    const value = read(userAgent);
    known.set(userAgent, value);
    return value;
  };
};

/**
 * Apps that show pages themselves, under the name of the system's browser. The capturing group is
 * the app's version, if the app reports it.
 */
const APPS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Instagram', /\bInstagram (\d+)?/],
  ['Facebook', /\bFB(?:AN|AV|_IAB|IOS)\b|\[FB/],
  ['TikTok', /\b(?:musical_ly_?|BytedanceWebview|TikTok[ _/]?)(\d+)?/i],
  ['Snapchat', /\bSnapchat\b\/?(\d+)?/],
  ['Pinterest', /\bPinterest\/(\d+)?/],
  ['LinkedIn', /\bLinkedInApp\]?\/?(\d+)?/],
  ['Twitter', /\bTwitter for (?:iPhone|Android|iPad)(?:\/(\d+))?|\bTwitterAndroid\b/],
  ['Google app', /\bGSA\/(\d+)?/],
  ['Line', /\bLine\/(\d+)?/],
];

/** Facebook's version is in a separate field. */
const FACEBOOK_VERSION = /\bFBAV\/(\d+)/;

/** The app that a page is shown in, and its version; empty if it isn't reported. */
const appOf = (userAgent: string): { name: string; version: string } | undefined => {
  for (const [name, pattern] of APPS) {
    const found = pattern.exec(userAgent);
    if (!found) continue;
    const version = name === 'Facebook' ? FACEBOOK_VERSION.exec(userAgent)?.[1] : found[1];
    return { name, version: (version ?? '').slice(0, 6) };
  }
  return undefined;
};

/** Device that a user agent describes. Strings are empty where it says nothing. */
export interface Device {
  readonly browser: string;
  /** With its name: `Chrome 140`. */
  readonly browserVersion: string;
  readonly os: string;
  /** With its name: `iOS 18`. A `+` stands for "or later", where browsers don't reveal more. */
  readonly osVersion: string;
  /** desktop, mobile, tablet, tv … */
  readonly device: string;
}

const MAX_LENGTH = 60;

/** A name cut in the middle of a surrogate pair would come back from PostgreSQL changed. */
const cut = (name = ''): string => name.slice(0, MAX_LENGTH).toWellFormed();

const major = (version = ''): string => /^\d{1,6}/.exec(version)?.[0] ?? '';

const named = (name: string | undefined, version: string): string =>
  name === undefined || version === '' ? '' : cut(`${name} ${version}`);

/** Chromebooks are laptops, which their user agents don't say. */
const deviceOf = (userAgent: string, type: string | undefined): string | undefined =>
  type ?? (userAgent.includes('; CrOS ') || userAgent.includes('(X11; CrOS') ? 'desktop' : undefined);

/**
 * Versions at which browsers stopped telling new ones apart, by what they have sent ever since.
 * https://developer.chrome.com/docs/privacy-security/user-agent-client-hints
 */
const FROZEN: readonly (readonly [RegExp, string])[] = [
  [/Windows NT 10\.0/, '10+'],
  [/Mac OS X 10[._]15/, '10.15+'],
  [/Android 10; K\b/, '10+'],
];

/** The version of the operating system; that of Chrome OS is one of its builds. */
const osVersionOf = (
  userAgent: string,
  os: { name?: string; version?: string; versionName?: string },
): string => {
  const frozen = FROZEN.find(([pattern]) => pattern.test(userAgent))?.[1];
  if (frozen !== undefined) return frozen;
  if (os.name === 'Windows') return (os.versionName ?? '').slice(0, 20);
  if (os.name === 'Chrome OS') return '';
  // Up to 10.15 the second number was the version.
  return os.name === 'macOS'
    ? (/^10\.\d{1,2}/.exec(os.version ?? '')?.[0] ?? major(os.version))
    : major(os.version);
};

/** Brave names itself only in the brands that browsers send along (`Sec-CH-UA`). */
export const withBrand = (device: Device, brands: string): Device => {
  const [, version] = /"Brave";v="(\d{1,6})/.exec(brands) ?? [];
  return version === undefined ? device : { ...device, browser: 'Brave', browserVersion: `Brave ${version}` };
};

const parse = (userAgent: string): Device => {
  if (userAgent === '') return { browser: '', browserVersion: '', os: '', osVersion: '', device: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  const shown = appOf(userAgent) ?? { name: browser.name, version: major(browser.version) };
  return {
    browser: cut(shown.name),
    browserVersion: named(shown.name, shown.version),
    os: cut(os.name),
    osVersion: named(os.name, osVersionOf(userAgent, os)),
    device: cut(deviceOf(userAgent, platform.type)),
  };
};

/**
 * Reads browser, operating system and kind of device from user agents. Parsing is slow, so results
 * are remembered.
 */
export const createUserAgentReader = (): ((userAgent: string) => Device) => createAgentCache(parse);

/** Crawlers of AI models, AI search and AI agents, by the names that their operators publish. */
const AI_CRAWLER = new RegExp(
  [
    'GPTBot',
    'OAI-SearchBot',
    'ChatGPT-User',
    'ClaudeBot',
    'Claude-(?:Web|User|SearchBot)',
    'anthropic-ai',
    'PerplexityBot',
    'Perplexity-User',
    'Google-Extended',
    'GoogleOther',
    'CCBot',
    'Bytespider',
    'TikTokSpider',
    'Amazonbot',
    'Applebot-Extended',
    'meta-external(?:agent|fetcher)',
    'FacebookBot',
    'cohere-(?:ai|training)',
    'MistralAI-User',
    'DuckAssistBot',
    'Diffbot',
    'AI2Bot',
    'YouBot',
    'PetalBot',
    'Timpibot',
    'ImagesiftBot',
    'omgili',
    'PanguBot',
    'Kangaroo Bot',
    'Webzio-Extended',
    'DeepSeekBot',
    'xAI-?(?:Bot|Grok)',
  ].join('|'),
  'i',
);

// Real releases of Chrome have at most three digits here, and most send 0 since user agents were
// reduced. Its first versions, and browsers made of it, whose names follow, have more.
const IMPOSSIBLE_CHROME = /Chrome\/\d{2,}\.\d+\.\d+\.[1-9]\d{3,} (?:Mobile )?Safari\/[\d.]+$/;

/**
 * Browsers whose user agents contain something that otherwise only bots send, such as `HTML/1.0`.
 */
const REAL_BROWSER = /\bHbbTV\/|\bUCBrowser\b|\(HotJava\b|^HotJava\//;

/** Some names of devices look like a bot's: `POWER BOT Build/…`, `GM Discovery tab 8 Build/…`. */
const ANDROID_DEVICE = /; [^;()/]+ Build\//;

const isNamedBot = (userAgent: string): boolean =>
  !REAL_BROWSER.test(userAgent) && isbot(userAgent.replace(ANDROID_DEVICE, '; Build/'));

const classify = (userAgent: string): DropReason | null => {
  if (AI_CRAWLER.test(userAgent)) return 'ai_crawler';
  const isBot = userAgent.trim() === '' || IMPOSSIBLE_CHROME.test(userAgent) || isNamedBot(userAgent);
  return isBot ? 'bot' : null;
};

/** Recognises bots by their user agents. Answers are remembered. */
export const createBotFilter = (): ((userAgent: string) => DropReason | null) => {
  const read = createAgentCache((userAgent) => ({ reason: classify(userAgent) }));
  return (userAgent) => read(userAgent).reason;
};
