import { findChromium, launchIsolatedBrowser } from '@platform/browser';

import { sayIsSkipped } from './say-is-skipped.ts';

/** A suite that needs a browser; where there is none it is skipped, and the output says why. */
export const describeInBrowser = (title: string, suite: () => void): void => {
  const source = findChromium(process.env);
  if (source.kind === 'none') {
    sayIsSkipped(title, source.reason);
    describe.skip(title, suite);
  } else describe(title, suite);
};

/** Why no browser for untrusted pages can be had; undefined if one can. */
const whyNoIsolation = async (): Promise<string | undefined> => {
  // For root it never fails: it needs no sandbox of Chromium's.
  if (findChromium(process.env).kind === 'none' || process.getuid?.() === 0) return undefined;
  return launchIsolatedBrowser(process.env).then(
    (browser) => browser.close().then(() => undefined),
    () => 'Chromium’s sandbox can’t be had as this user, as is usual in containers.',
  );
};

/** The same for a suite of untrusted pages, whose browser runs in Chromium's sandbox. To be awaited. */
export const describeInIsolatedBrowser = async (title: string, suite: () => void): Promise<void> => {
  const reason = await whyNoIsolation();
  if (reason === undefined) describeInBrowser(title, suite);
  else {
    sayIsSkipped(title, reason);
    describe.skip(title, suite);
  }
};
