import { useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSettled } from '../../loading/use-settled.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Harmony } from './harmonies.ts';
import { harmonyName } from './harmonies.ts';
import { Swatches } from './swatches.tsx';

interface CompareHarmoniesProps {
  color: string;
  count: number;
  chosen: Harmony;
  onChoose: (harmony: Harmony) => void;
}

const All = ({ color, count, chosen, onChoose }: CompareHarmoniesProps) => {
  const settled = useSettled(color);
  const { data, error, reload } = useLoad(`harmonies ${settled} ${count}`, () =>
    platform.harmonies.list({ base_color: settled, count }),
  );
  // While a colour is being typed, the last one that was a colour stays.
  const last = useRef(data);
  last.current = data ?? last.current;
  if (!last.current) return error === undefined ? <Skeleton /> : <Problem error={error} retry={reload} />;
  return (
    <ul class="cards narrow">
      {last.current.items.map(({ harmony, colors }) => (
        <li key={harmony}>
          <button
            type="button"
            aria-pressed={harmony === chosen}
            onClick={() => {
              onChoose(harmony);
            }}
          >
            {harmonyName(harmony)}
          </button>
          <Swatches colors={colors} isSmall />
        </li>
      ))}
    </ul>
  );
};

/** What every harmony makes of a colour, side by side; each can be chosen. */
export const CompareHarmonies = (props: CompareHarmoniesProps) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="wide"
      onToggle={(event) => {
        setOpen(event.currentTarget.open);
      }}
    >
      <summary>{texts().studio.compareHarmonies}</summary>
      {isOpen && <All {...props} />}
    </details>
  );
};
