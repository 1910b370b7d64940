import type { Output } from '@platform/client';
import { useLocation } from 'preact-iso';

import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-act.ts';
import { platform } from '../../session/platform.ts';

type Suggestion = Output<'palettes.contrast'>['suggestions'][number];

const MOST = 6;

const indexOf = ({ replace, foreground_index: front, background_index: back }: Suggestion): number | null =>
  replace === 'foreground' ? front : back;

interface ContrastRepairsProps {
  palette: Pick<Output<'palettes.show'>, 'name' | 'colors'>;
  suggestions: readonly Suggestion[];
}

/** The nearest colours that would be readable. Taking one makes a palette with it. */
export const ContrastRepairs = ({ palette, suggestions }: ContrastRepairsProps) => {
  const t = texts().studio;
  const { route } = useLocation();
  const { isBusy, act } = useAct();
  // White and black are no colours of the palette: they can't be replaced in it.
  const usable = suggestions.filter((one) => !one.unreachable && indexOf(one) !== null).slice(0, MOST);
  if (usable.length === 0) return null;
  const repair = async (suggestion: Suggestion): Promise<void> => {
    const colors = palette.colors.map(({ hex }, index) =>
      index === indexOf(suggestion) ? suggestion.hex : hex,
    );
    const { id } = await platform.palettes.create({ colors, name: palette.name });
    route(`/console/palettes/${id}`);
  };
  return (
    <ul class="rows">
      {usable.map((one) => (
        <li key={`${one.foreground} ${one.background}`}>
          <span class="dot" style={{ backgroundColor: one.hex }} />
          <span>{t.repairOf(one.foreground, one.background, one.hex, formatNumber(one.ratio))}</span>
          <button
            type="button"
            disabled={isBusy}
            aria-label={`${t.repair}: ${one.foreground}, ${one.background}`}
            onClick={() => {
              act(() => repair(one));
            }}
          >
            {t.repair}
          </button>
        </li>
      ))}
    </ul>
  );
};
