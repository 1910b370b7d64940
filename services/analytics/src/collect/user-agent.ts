import Bowser from 'bowser';
import { LRUCache } from 'lru-cache';

/** What a user agent says about the device; empty when it doesn't. */
export interface Device {
  readonly browser: string;
  readonly os: string;
  /** desktop, mobile, tablet, tv … */
  readonly device: string;
}

const MAX_LENGTH = 60;

const parse = (userAgent: string): Device => {
  if (userAgent === '') return { browser: '', os: '', device: '' };
  const { browser, os, platform } = Bowser.parse(userAgent);
  return {
    browser: (browser.name ?? '').slice(0, MAX_LENGTH),
    os: (os.name ?? '').slice(0, MAX_LENGTH),
    device: (platform.type ?? '').slice(0, MAX_LENGTH),
  };
};

/** Reads browser, operating system and kind of device from user agents; parsing takes long, so results are remembered. */
export const createUserAgentReader = (): ((userAgent: string) => Device) => {
  const known = new LRUCache<string, Device>({ max: 20_000 });
  return (userAgent) => {
    const remembered = known.get(userAgent);
    if (remembered) return remembered;
    const device = parse(userAgent);
    known.set(userAgent, device);
    return device;
  };
};
