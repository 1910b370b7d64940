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
export const appOf = (userAgent: string): { name: string; version: string } | undefined => {
  for (const [name, pattern] of APPS) {
    const found = pattern.exec(userAgent);
    if (!found) continue;
    const version = name === 'Facebook' ? FACEBOOK_VERSION.exec(userAgent)?.[1] : found[1];
    return { name, version: (version ?? '').slice(0, 6) };
  }
  return undefined;
};
