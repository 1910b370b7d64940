import Bowser from 'bowser';

import { createAgentCache } from './agent-cache.ts';

/** What a user agent says about the device. Empty strings stand for what it doesn't say. */
export interface Device {
  readonly browser: string;
  readonly os: string;
  /** desktop, mobile, tablet, tv … */
  readonly device: string;
}

const MAX_LENGTH = 60;

/** A name cut in the middle of a surrogate pair would come back from PostgreSQL changed. */
const cut = (name = ''): string => name.slice(0, MAX_LENGTH).toWellFormed();

/** Apps that show pages themselves, under the name of the system's browser. */
const IN_APP: readonly (readonly [RegExp, string])[] = [
  [/\bInstagram /, 'Instagram'],
  [/\bFB(AN|AV|_IAB|IOS)\b|\[FB/, 'Facebook'],
  [/\b(musical_ly|BytedanceWebview|TikTok)/i, 'TikTok'],
  [/\bSnapchat\b/, 'Snapchat'],
  [/\bPinterest\//, 'Pinterest'],
  [/\bLinkedInApp\b/, 'LinkedIn'],
  [/\bTwitter for (iPhone|Android|iPad)|\bTwitterAndroid\b/, 'Twitter'],
  [/\bGSA\//, 'Google app'],
  [/\bLine\//, 'Line'],
];

const inApp = (userAgent: string): string | undefined =>
  IN_APP.find(([pattern]) => pattern.test(userAgent))?.[1];

/** Chromebooks are laptops, which their user agents don't say. */
const deviceOf = (userAgent: string, type: string | undefined): string | undefined =>
  type ?? (userAgent.includes('; CrOS ') || userAgent.includes('(X11; CrOS') ? 'desktop' : undefined);

/** Brave names itself only in the brands that browsers send along (`Sec-CH-UA`). */
export const withBrand = (device: Device, brands: string): Device =>
  brands.includes('"Brave"') ? { ...device, browser: 'Brave' } : device;

const parse = (userAgent: string): Device => {
  if (userAgent === '') return { browser: '', os: '', device: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: cut(inApp(userAgent) ?? browser.name),
    os: cut(os.name),
    device: cut(deviceOf(userAgent, platform.type)),
  };
};

/**
 * Reads browser, operating system and kind of device from user agents. Parsing is slow, so results
 * are remembered.
 */
export const createUserAgentReader = (): ((userAgent: string) => Device) => createAgentCache(parse);
