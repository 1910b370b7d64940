import './contrast.css';
import './swatches.css';

import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatNumber, formatRatio } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-submit.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Select } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useFilters } from '../use-filters.ts';

type Contrast = Output<'palettes.contrast'>;
type Pair = Contrast['pairs'][number];
type Suggestion = Contrast['suggestions'][number];
type PaletteRecord = Output<'palettes.show'>;

const LEVELS = ['AA', 'AA-large', 'AAA'] as const;
type Level = (typeof LEVELS)[number];

/** The place of the colour that a suggestion replaces; null for white and black, which stay. */
const placeOf = ({ replace, foreground_index: front, background_index: back }: Suggestion): number | null =>
  replace === 'foreground' ? front : back;

/** A pair without its direction, as the same repair serves both. */
const pairOf = ({ foreground, background }: Suggestion): string => [foreground, background].sort().join(' ');

/** The repairs of a palette: those that leave the brand alone, and pairs that have none of these. */
export interface Repairs {
  readonly usable: readonly Suggestion[];
  /** Pairs that only another base colour would mend. */
  readonly onlyByBase: readonly Suggestion[];
}

/**
 * Chooses one repair for each failing pair: never a change of the base colour where another colour
 * can give way, and of two the smaller change.
 */
export const repairsOf = (suggestions: readonly Suggestion[]): Repairs => {
  const best = new Map<string, Suggestion>();
  for (const one of suggestions) {
    if (one.unreachable || placeOf(one) === null) continue;
    const other = best.get(pairOf(one));
    const [isBase, wasBase] = [placeOf(one) === 0, other && placeOf(other) === 0];
    const isBetter = isBase === wasBase ? other && one.delta_e < other.delta_e : wasBase;
    if (!other || isBetter) best.set(pairOf(one), one);
  }
  const all = [...best.values()].sort((a, b) => a.delta_e - b.delta_e);
  return {
    usable: all.filter((one) => placeOf(one) !== 0),
    onlyByBase: all.filter((one) => placeOf(one) === 0),
  };
};

const Sample = ({ front, back, ratio }: { front: string; back: string; ratio: number }) => (
  <span class="pair">
    <span class="aa" style={{ color: front, backgroundColor: back }} aria-hidden="true" />
    <span class="quiet">{formatRatio(ratio)}</span>
  </span>
);

interface RepairRowProps {
  suggestion: Suggestion;
  ratio: number;
  isBusy: boolean;
  onRepair: () => void;
}

/** A pair before and after its repair. */
const RepairRow = ({ suggestion, ratio, isBusy, onRepair }: RepairRowProps) => {
  const t = texts().studio;
  const { foreground, background, replace, hex } = suggestion;
  const old = replace === 'foreground' ? foreground : background;
  const [front, back] = replace === 'foreground' ? [hex, background] : [foreground, hex];
  return (
    <li>
      <Sample front={foreground} back={background} ratio={ratio} />
      <span aria-hidden="true">→</span>
      <Sample front={front} back={back} ratio={suggestion.ratio} />
      <span class="grow">{t.repairOf(old, hex, replace === 'foreground' ? background : foreground)}</span>
      <button
        type="button"
        disabled={isBusy}
        aria-label={`${t.repair}: ${foreground}, ${background}`}
        onClick={onRepair}
      >
        {t.repair}
      </button>
    </li>
  );
};

const SHOWN = 6;

interface ContrastRepairsProps {
  palette: PaletteRecord;
  contrast: Contrast;
  onRepaired: () => void;
}

/**
 * The nearest colours that would be readable, each before and after. Taking one makes a new version
 * of this palette: its harmony, its roles and its base colour stay.
 */
export const ContrastRepairs = ({ palette, contrast, onRepaired }: ContrastRepairsProps) => {
  const t = texts().studio;
  const { isBusy, act } = useAct();
  const [isLong, setLong] = useState(false);
  const { usable, onlyByBase } = repairsOf(contrast.suggestions);
  const ratioOf = ({ foreground, background }: Suggestion): number =>
    contrast.pairs.find((pair) => pair.foreground === foreground && pair.background === background)?.ratio ??
    1;
  const repair = async (suggestion: Suggestion): Promise<void> => {
    const place = placeOf(suggestion);
    const colors = palette.colors.map(({ hex, role }, index) => ({
      color: index === place ? suggestion.hex : hex,
      role,
    }));
    await platform.palettes.setColors(palette.id, { colors });
    onRepaired();
    notify(t.repaired(palette.colors[place ?? 0]?.role ?? '', suggestion.hex), {
      undo: () => {
        act(async () => {
          await platform.palettes.setColors(palette.id, { version: palette.version });
          onRepaired();
        });
      },
    });
  };
  if (usable.length === 0 && onlyByBase.length === 0) return null;
  return (
    <>
      <h3>{t.repairs}</h3>
      {usable.length > 0 && <p class="quiet">{t.repairsHint}</p>}
      <ul class="rows">
        {usable.slice(0, isLong ? undefined : SHOWN).map((one) => (
          <RepairRow
            key={pairOf(one)}
            suggestion={one}
            ratio={ratioOf(one)}
            isBusy={isBusy}
            onRepair={() => {
              act(() => repair(one));
            }}
          />
        ))}
      </ul>
      {usable.length > SHOWN && (
        <button
          type="button"
          aria-expanded={isLong}
          onClick={() => {
            setLong(!isLong);
          }}
        >
          {isLong ? t.fewerRepairs : t.allRepairs(usable.length)}
        </button>
      )}
      {onlyByBase.length > 0 && (
        <p class="quiet">{t.onlyByBase(onlyByBase.length, palette.base_color.hex)}</p>
      )}
    </>
  );
};

/** The levels of WCAG 2.2 that a ratio reaches, for text. */
const levelOf = (ratio: number): string => {
  if (ratio >= 7) return 'AAA';
  if (ratio >= 4.5) return 'AA';
  return ratio >= 3 ? 'AA-large' : '–';
};

const Cell = ({ pair }: { pair: Pair | undefined }) => {
  const t = texts().studio;
  if (!pair) return <td />;
  const { foreground, background, ratio, apca, passes } = pair;
  const lc = formatNumber(apca, { maximumFractionDigits: 0 });
  return (
    <td class={passes ? 'passes' : 'fails'} title={t.pairOf(foreground, background, formatRatio(ratio), lc)}>
      <span class="aa" style={{ color: foreground, backgroundColor: background }} aria-hidden="true" />
      <strong>{formatRatio(ratio)}</strong>
      <small>
        {levelOf(ratio)}, Lc {lc}
      </small>
    </td>
  );
};

const Head = ({ hex, role }: { hex: string; role: string | undefined }) => (
  <>
    <span class="dot" style={{ backgroundColor: hex }} /> {role ?? hex}
  </>
);

/** The contrast of each pair of a palette's colours, and of each with white and black. */
export const ContrastMatrix = ({
  palette,
  onRepaired,
}: {
  palette: PaletteRecord;
  onRepaired: () => void;
}) => {
  const { id, version } = palette;
  const t = texts().palettes;
  const { filter, setFilter } = useFilters();
  const level: Level = LEVELS.find((one) => one === filter('level')) ?? 'AA';
  const { data, error, reload } = useLoad(`contrast ${id} ${version} ${level}`, () =>
    platform.palettes.contrast(id, { level }),
  );
  const roleOf = (hex: string): string | undefined => palette.colors.find((color) => color.hex === hex)?.role;
  const shown = [...new Set(data?.pairs.map(({ foreground }) => foreground))];
  const pairs = new Map(data?.pairs.map((pair) => [`${pair.foreground} ${pair.background}`, pair]));
  return (
    <section>
      <h2>{t.contrast}</h2>
      <p class="quiet">{t.contrastHint}</p>
      <Select
        label={texts().studio.level}
        chosen={level}
        options={LEVELS.map((one) => [one, texts().studio.levels[one]])}
        onChange={(event) => {
          setFilter('level', event.currentTarget.value);
        }}
      />
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {data && (
        <>
          <p role="status">{texts().studio.passing(data.summary.passing, data.summary.total)}</p>
          <div class="scroll" tabIndex={0} role="region" aria-label={t.contrast}>
            <table class="matrix">
              <thead>
                <tr>
                  <td />
                  {shown.map((color) => (
                    <th key={color} scope="col">
                      <Head hex={color} role={roleOf(color)} />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {shown.map((foreground) => (
                  <tr key={foreground}>
                    <th scope="row">
                      <Head hex={foreground} role={roleOf(foreground)} />
                    </th>
                    {shown.map((background) => (
                      <Cell key={background} pair={pairs.get(`${foreground} ${background}`)} />
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {may('palettes:write') && (
            <ContrastRepairs palette={palette} contrast={data} onRepaired={onRepaired} />
          )}
        </>
      )}
    </section>
  );
};
