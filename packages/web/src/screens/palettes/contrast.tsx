import type { Output } from '@platform/client';
import { useRef, useState } from 'preact/hooks';

import { formatRatio } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { useAct } from '../../loading/use-submit.ts';
import { ColorVision, ContrastTable, readLevel } from '../../palette/legibility.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { useFilters } from '../use-filters.ts';

type Contrast = Output<'palettes.contrast'>;
type Suggestion = Contrast['suggestions'][number];
type PaletteRecord = Output<'palettes.show'>;

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

/** The contrast of each pair of a palette's colours with repairs, and how they look to people who see fewer colours. */
export const ContrastMatrix = ({
  palette,
  onRepaired,
}: {
  palette: PaletteRecord;
  onRepaired: () => void;
}) => {
  const { id, version, colors } = palette;
  const { filter, setFilter, hrefOf } = useFilters();
  const level = readLevel(filter('level'));
  const { data, error, reload } = useLoad(`contrast ${id} ${version} ${level}`, () =>
    platform.palettes.contrast(id, { level }),
  );
  // Another level or version is on its way: what is known stays until then.
  const last = useRef(data);
  last.current = data ?? last.current;
  const shown = last.current;
  return (
    <>
      <section>
        <Problem error={error} retry={reload} />
        {!shown && error === undefined && <Skeleton />}
        {shown && (
          <>
            <ContrastTable
              colors={colors}
              pairs={shown.pairs}
              level={level}
              hrefOf={(next) => hrefOf('level', next)}
              onLevel={(next) => {
                setFilter('level', next);
              }}
            />
            {may('palettes:write') && (
              <ContrastRepairs palette={palette} contrast={shown} onRepaired={onRepaired} />
            )}
          </>
        )}
      </section>
      {shown && <ColorVision colors={colors} vision={shown.color_vision} />}
    </>
  );
};
