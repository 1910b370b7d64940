import './across.css';

import type { Output } from '@platform/client';
import { useLocation } from 'preact-iso';

import { acrossTexts } from '../../../i18n/across.ts';
import { formatNumber, formatRatio } from '../../../i18n/format.ts';
import { texts } from '../../../i18n/language.ts';
import { useLoad } from '../../../loading/load.tsx';
import { useAct } from '../../../loading/use-submit.ts';
import { platform } from '../../../session/platform.ts';
import { may } from '../../../session/session.ts';
import { shownDomain } from '../../../ui/address.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Empty, Skeleton } from '../../../ui/placeholder.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { ifDeployed, readPageReports } from './website-reports.ts';

type Looks = Output<'reports.looks'>;
type UsedColor = Looks['colors'][number];

/** A pair that fails, with the nearest colour that doesn't. */
type FailingPair = Looks['pairs'][number] & {
  readonly page: string;
  /** Undefined where no service for colours answers, or no colour of the hue is enough. */
  readonly repair: string | undefined;
};

interface WebsiteLooks {
  readonly pages: readonly string[];
  readonly colors: readonly UsedColor[];
  readonly failing: readonly FailingPair[];
}

const MOST_REPORTS = 10;
const MOST_FAILING = 20;
const MOST_COLORS = 24;

/** Adds up the colours of several pages. */
const mergeColors = (pages: readonly (readonly UsedColor[])[]): readonly UsedColor[] => {
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
const readLooks = async (website: Website): Promise<WebsiteLooks | undefined> => {
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
const selectorOf = (way: string): string => {
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
const repairingCss = (failing: readonly FailingPair[]): string =>
  failing
    .filter(({ repair }) => repair !== undefined)
    .map(
      ({ foreground, background, ratio, repair, selector, page }) =>
        `/* ${foreground} on ${background} has ${ratio}; on the page ${page.replaceAll('*/', '')} */\n${selectorOf(selector)} {\n  color: ${repair};\n}`,
    )
    .join('\n\n');

/** The website's colours with each failing one replaced: the most used first, each once. */
const repairedColors = ({ colors, failing }: WebsiteLooks): readonly string[] => {
  const repairs = new Map(
    failing.flatMap(({ foreground, repair }) => (repair ? [[foreground, repair]] : [])),
  );
  return [...new Set(colors.map(({ hex }) => repairs.get(hex) ?? hex))];
};

type Website = Output<'websites.show'>;

/** Colours of a theme that is made of a website's. */
const MOST_IN_PALETTE = 8;

const Colors = ({ colors }: { colors: readonly UsedColor[] }) => {
  const t = acrossTexts().colors;
  return (
    <ul class="used-colors">
      {colors.map(({ hex, letters, area }) => (
        <li key={hex}>
          <span class="chip" style={{ background: hex }} />
          <code>{hex}</code>
          <span class="quiet">
            {t.amount(
              formatNumber(area, { style: 'percent', maximumFractionDigits: 1 }),
              formatNumber(letters),
            )}
          </span>
        </li>
      ))}
    </ul>
  );
};

/** Drawn, as it shows on purpose what is hard to read. */
const Sample = ({ color, ground }: { color: string; ground: string }) => (
  <svg class="sample" viewBox="0 0 44 30" width="44" height="30" aria-hidden="true">
    <rect width="44" height="30" fill={ground} />
    <text x="22" y="21" text-anchor="middle" font-size="16" font-weight="600" fill={color}>
      Aa
    </text>
  </svg>
);

const Failing = ({ pairs }: { pairs: readonly FailingPair[] }) => {
  const t = acrossTexts().colors;
  return (
    <ul class="rows">
      {pairs.map(({ foreground, background, ratio, needed, letters, page, repair }) => (
        <li key={`${foreground} ${background} ${needed}`}>
          <Sample color={foreground} ground={background} />
          <span class="grow">
            {t.pair(foreground, background)}
            <span class="quiet">
              {' '}
              {t.ratio(formatRatio(ratio), formatNumber(needed))} · {t.letters(formatNumber(letters))} ·{' '}
              {page}
            </span>
          </span>
          {repair !== undefined && (
            <>
              <Sample color={repair} ground={background} />
              <span>{t.repair(repair)}</span>
            </>
          )}
        </li>
      ))}
    </ul>
  );
};

/** Makes a palette and a theme of the website's colours, in which the failing ones are repaired. */
const MakeTheme = ({ website, looks }: { website: Website; looks: WebsiteLooks }) => {
  const t = acrossTexts().colors;
  const { route } = useLocation();
  const { isBusy, act } = useAct();
  if (!may('palettes:write') || !may('themes:write')) return null;
  const make = async (): Promise<void> => {
    const colors = repairedColors(looks).slice(0, MOST_IN_PALETTE);
    const name = t.themeName(shownDomain(website.domain));
    const palette = await platform.palettes.create({
      colors: [...colors],
      count: Math.max(2, colors.length),
      name,
    });
    const tokens = Object.fromEntries(colors.map((hex, place) => [`site-${place + 1}`, { $value: hex }]));
    const theme = await platform.themes.create({
      palette_id: palette.id,
      name,
      tokens: { color: { $type: 'color', ...tokens } },
    });
    route(`/console/themes/${theme.id}`);
  };
  return (
    <button
      type="button"
      class="primary"
      disabled={isBusy}
      aria-busy={isBusy}
      onClick={() => {
        act(make);
      }}
    >
      {t.makeTheme}
    </button>
  );
};

/** The colours of a website's pages, which pairs fail, and what repairs them. */
const WebsiteColors = ({ website }: { website: Website }) => {
  const t = acrossTexts().colors;
  const { data, error, reload } = useLoad(`colors ${website.id}`, async () => ({
    looks: await readLooks(website),
  }));
  if (!data) return error === undefined ? <Skeleton lines={8} /> : <Problem error={error} retry={reload} />;
  const { looks } = data;
  if (!looks || looks.pages.length === 0)
    return (
      <Empty icon="palettes">
        {t.none} <a href={`/console/websites/${website.id}?tab=fixes`}>{texts().website.tabs.fixes}</a>
      </Empty>
    );
  const css = repairingCss(looks.failing);
  return (
    <>
      <p class="quiet">{t.about(looks.pages.join(', '))}</p>
      <Colors colors={looks.colors} />
      <h2>{t.failing}</h2>
      {looks.failing.length === 0 ? (
        <Empty icon="done">{t.noneFails}</Empty>
      ) : (
        <Failing pairs={looks.failing} />
      )}
      <MakeTheme website={website} looks={looks} />
      {css !== '' && (
        <section>
          <h2>{t.css}</h2>
          <div class="code">
            <CopyButton text={css} />
          </div>
          <pre class="paste">
            <code>{css}</code>
          </pre>
        </section>
      )}
    </>
  );
};

export default WebsiteColors;
