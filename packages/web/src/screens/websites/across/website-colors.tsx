import './across.css';

import type { Output } from '@platform/client';
import { useLocation } from 'preact-iso';

import { acrossTexts } from '../../../i18n/across.ts';
import { formatNumber, formatRatio } from '../../../i18n/format.ts';
import { useLoad } from '../../../loading/use-load.ts';
import { useAct } from '../../../loading/use-submit.ts';
import { platform } from '../../../session/platform.ts';
import { may } from '../../../session/session.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Empty, Skeleton } from '../../../ui/placeholder.tsx';
import { Problem } from '../../../ui/problem.tsx';
import { shownDomain } from '../../../ui/shown-address.ts';
import { readLooks, repairedColors, repairingCss } from './repair-colors.ts';
import type { FailingPair, UsedColor, WebsiteLooks } from './repair-colors.ts';

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
  if (!looks || looks.pages.length === 0) return <Empty icon="palettes">{t.none}</Empty>;
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
