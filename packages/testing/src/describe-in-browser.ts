import { findChromium } from '@platform/browser';

import { sayIsSkipped } from './say-is-skipped.ts';

/** A suite that needs a browser; where there is none it is skipped, and the output says why. */
export const describeInBrowser = (title: string, suite: () => void): void => {
  const source = findChromium(process.env);
  if (source.kind === 'none') {
    sayIsSkipped(title, source.reason);
    describe.skip(title, suite);
  } else describe(title, suite);
};
