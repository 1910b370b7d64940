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

const parse = (userAgent: string): Device => {
  if (userAgent === '') return { browser: '', os: '', device: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: cut(browser.name),
    os: cut(os.name),
    device: cut(platform.type),
  };
};

/**
 * Reads browser, operating system and kind of device from user agents. Parsing is slow, so results
 * are remembered.
 */
export const createUserAgentReader = (): ((userAgent: string) => Device) => createAgentCache(parse);
