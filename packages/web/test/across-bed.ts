import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { createPlatform } from '@platform/client';
import type { Platform } from '@platform/client';
import type { SharedPlatform } from '@platform/testing';
import type { Page } from 'playwright-core';

export const USER_AGENT =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

/** A website whose pages can be reported on, visited and measured. */
export interface TestedWebsite {
  readonly id: number;
  readonly client: Platform;
  /** The address of a page, by a name that a website may have. */
  addressOf(path: string): string;
  /** Sends views by so many people, each with the events, now or at a time. */
  visit(path: string, people: number, events?: readonly string[], time?: string): Promise<void>;
  /** Sends what a visitor's browser measured. */
  measure(path: string, vitals: Readonly<Record<string, number>>): Promise<void>;
}

let addresses = 0;

/** Makes a website of the server at `url`, which listens on 127.0.0.1. */
export const makeWebsite = async (platform: SharedPlatform, url: string): Promise<TestedWebsite> => {
  const client = createPlatform(platform);
  const { id, site_key: siteKey } = await client.websites.create({ domain: 'localhost' });
  const base = url.replace('127.0.0.1', 'localhost');
  const addressOf = (path: string): string => new URL(path, base).href;
  return {
    id,
    client,
    addressOf,
    async visit(path, people, events = [], time = new Date().toISOString()) {
      await client.events.send({
        events: Array.from({ length: people }, () => {
          const ip = `198.51.${100 + Math.floor(++addresses / 250)}.${(addresses % 250) + 1}`;
          const one = { site_key: siteKey, url: addressOf(path), ip, user_agent: USER_AGENT, time };
          return [one, ...events.map((name) => ({ ...one, name }))];
        }).flat(),
      });
    },
    async measure(path, vitals) {
      const address = addressOf(path);
      for (const body of [
        { k: siteKey, u: address },
        { d: { site: siteKey }, n: 'vitals', u: address, v: vitals },
      ])
        await fetch(`${platform.url}/collect`, {
          method: 'POST',
          headers: { 'User-Agent': USER_AGENT, 'Content-Type': 'text/plain' },
          body: JSON.stringify(body),
        });
    },
  };
};

const WIDTHS = [1280, 390] as const;

/** Takes pictures of a screen in both widths and themes, for people to look at, where somebody wants them. */
export const takePictures = async (page: Page, name: string): Promise<void> => {
  const folder = process.env['SCREENSHOTS'];
  if (folder === undefined) return;
  await mkdir(folder, { recursive: true });
  const before = page.viewportSize();
  for (const width of WIDTHS)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  await page.emulateMedia({ colorScheme: 'light' });
  if (before) await page.setViewportSize(before);
};
