import Bowser from 'bowser';

import { createAgentCache } from './agent-cache.ts';

/** What a user agent says about the device; empty when it doesn't. */
export interface Device {
  readonly browser: string;
  readonly os: string;
  /** desktop, mobile, tablet, tv … */
  readonly device: string;
}

const MAX_LENGTH = 60;

/** Cut in the middle of a surrogate pair, a name would not come back from PostgreSQL as it went in. */
const cut = (name = ''): string => name.slice(0, MAX_LENGTH).toWellFormed();

const parse = (userAgent: string): Device => {
  if (userAgent === '') return { browser: '', os: '', device: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: cut(browser.name),
    os: cut(os.name),
    device: cut(platform.type),
  };
};

/** Reads browser, operating system and kind of device from user agents; parsing takes long, so results are remembered. */
export const createUserAgentReader = (): ((userAgent: string) => Device) => createAgentCache(parse);
