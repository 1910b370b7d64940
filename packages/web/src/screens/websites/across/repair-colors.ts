import type { Output } from '@platform/client';

import { platform } from '../../../session/platform.ts';
import { ifDeployed } from './deployed.ts';
import { readPageReports } from './website-reports.ts';

type Website = Output<'websites.show'>;
type Looks = Output<'reports.looks'>;
export type UsedColor = Looks['colors'][number];

/** A pair that fails, with the nearest colour that doesn't. */
export type FailingPair = Looks['pairs'][number] & {
  readonly page: string;
  /** Undefined where no service for colours answers, or no colour of the hue is enough. */
  readonly repair: string | undefined;
};

export interface WebsiteLooks {
  readonly pages: readonly string[];
  readonly colors: readonly UsedColor[];
  readonly failing: readonly FailingPair[];
}

const MOST_REPORTS = 10;
const MOST_FAILING = 20;
const MOST_COLORS = 24;

/** Adds up the colours of several pages. */
export const mergeColors = (pages: readonly (readonly UsedColor[])[]): readonly UsedColor[] => {
  const merged = new Map<string, UsedColor>();
  for (const color of pages.flat()) {
    const known = merged.get(color.hex);
    merged.set(color.hex, {
      hex: color.hex,
      letters: color.letters + (known?.letters ?? 0),
      area: Math.max(color.area, known?.area ?? 0),
    });
  }
  const letters = Math.max(1, ...[...merged.values()].map((color) => color.letters));
  const weight = (color: UsedColor): number => color.area + color.letters / letters;
  return [...merged.values()].toSorted((a, b) => weight(b) - weight(a)).slice(0, MOST_COLORS);
};

const repairOf = async ({ foreground, background, needed }: Looks['pairs'][number]) => {
  const level = needed === 3 ? 'AA-large' : 'AA';
  const checked = await ifDeployed(platform.contrast.list({ foreground, background, level }));
  return checked?.suggestion && !checked.suggestion.unreachable ? checked.suggestion.hex : undefined;
};

/**
 * Reads the colours of a website's rendered reports, and what repairs the pairs that fail.
 * @returns undefined where no service answers for reports
 */
export const readLooks = async (website: Website): Promise<WebsiteLooks | undefined> => {
  const reports = await readPageReports(website);
  if (!reports) return undefined;
  const rendered = reports.filter(({ report }) => report.render === 1 && report.score !== null);
  const read = await Promise.all(
    rendered.slice(0, MOST_REPORTS).map(async ({ report, page }) => {
      // 409 where the result is of an earlier version, or had no browser.
      const looks = await platform.reports.looks(report.id).catch(() => undefined);
      return looks ? [{ page, looks }] : [];
    }),
  );
  const found = read.flat();
  const failing = new Map<string, Looks['pairs'][number] & { page: string }>();
  for (const { page, looks } of found)
    for (const pair of looks.pairs) {
      if (pair.passes) continue;
      const key = `${pair.foreground} ${pair.background} ${pair.needed}`;
      const known = failing.get(key);
      failing.set(key, known ? { ...known, letters: known.letters + pair.letters } : { ...pair, page });
    }
  const worst = [...failing.values()].toSorted((a, b) => b.letters - a.letters).slice(0, MOST_FAILING);
  return {
    pages: found.map(({ page }) => page),
    colors: mergeColors(found.map(({ looks }) => looks.colors)),
    failing: await Promise.all(worst.map(async (pair) => ({ ...pair, repair: await repairOf(pair) }))),
  };
};

/** A way has so many steps at most: a shorter one begins below the body, or at an id. */
const MOST_STEPS = 6;

/** The way to an element as a selector of CSS: `#menu > li:nth-child(3)`. */
export const selectorOf = (way: string): string => {
  const steps = way.split('>');
  const named = steps.map((step) =>
    step.replace(
      /^([a-z][a-z0-9-]*)\.(\d+)$/,
      (_, name: string, place: string) => `${name}:nth-child(${Number(place) + 1})`,
    ),
  );
  const isWhole = !way.startsWith('#') && steps.length < MOST_STEPS;
  return [...(isWhole ? ['body'] : []), ...named].join(' > ');
};

/** Rules to paste that give each failing text the colour that repairs it. */
export const repairingCss = (failing: readonly FailingPair[]): string =>
  failing
    .filter(({ repair }) => repair !== undefined)
    .map(
      ({ foreground, background, ratio, repair, selector, page }) =>
        `/* ${foreground} on ${background} has ${ratio}; on the page ${page.replaceAll('*/', '')} */\n${selectorOf(selector)} {\n  color: ${repair};\n}`,
    )
    .join('\n\n');

/** The website's colours with each failing one replaced: the most used first, each once. */
export const repairedColors = ({ colors, failing }: WebsiteLooks): readonly string[] => {
  const repairs = new Map(
    failing.flatMap(({ foreground, repair }) => (repair ? [[foreground, repair]] : [])),
  );
  return [...new Set(colors.map(({ hex }) => repairs.get(hex) ?? hex))];
};
