import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

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

const SYSTEMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    mac: 'macOS',
    'mac os': 'macOS',
    macintosh: 'macOS',
    'gnu/linux': 'Linux',
    'android os': 'Android',
    'chrome os': 'Chrome OS',
  }),
);

const BROWSERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    chrome: 'Chrome',
    'chromium-webview': 'Chrome',
    crios: 'Chrome',
    firefox: 'Firefox',
    fxios: 'Firefox',
    safari: 'Safari',
    ios: 'Safari',
    'ios-webview': 'Safari',
    edge: 'Microsoft Edge',
    'microsoft edge': 'Microsoft Edge',
    'edge-chromium': 'Microsoft Edge',
    'edge-ios': 'Microsoft Edge',
    opera: 'Opera',
    samsung: 'Samsung Internet for Android',
    'samsung browser': 'Samsung Internet for Android',
    'samsung internet': 'Samsung Internet for Android',
  }),
);

/** Texts for "no value" in other programs. */
const NOTHING = new Set(['(not set)', '(direct)', '(none)', 'direct / none', 'unknown', '']);

/** Leaves out a text that stands for no value. */
export const orNothing = (text: string): string => (NOTHING.has(text.toLowerCase()) ? '' : text);

/** A name without the version behind it. Names that are longer than any are cut first. */
const withoutVersion = (name: string): string => name.slice(0, 200).replace(/\s+[\d.]+$/, '');

/** `Mac` is `macOS` here; a version behind the name goes. */
export const systemNamed = (text: string): string => {
  const name = orNothing(text).replace(/^windows\b.*/i, 'Windows');
  const plain = withoutVersion(name);
  return SYSTEMS.get(plain.toLowerCase()) ?? plain;
};

/** A browser as we name it, without its version. */
export const browserNamed = (text: string): string => {
  const name = withoutVersion(orNothing(text));
  return BROWSERS.get(name.toLowerCase()) ?? name;
};

/** `desktop`, `mobile`, …; a laptop is a desktop. */
export const deviceNamed = (text: string): string =>
  orNothing(text)
    .toLowerCase()
    .replace(/^(laptop|ultra-wide)$/, 'desktop');
