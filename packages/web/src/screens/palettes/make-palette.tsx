import './studio.css';

import { useLocation } from 'preact-iso';
import { useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useSettled } from '../../loading/timing.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { HARMONIES, harmonyName, harmonyOptions } from '../../palette/harmonies.ts';
import type { Harmony } from '../../palette/harmonies.ts';
import { OklchPicker } from '../../palette/oklch-picker.tsx';
import { Swatches } from '../../palette/swatches.tsx';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';

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

/** Shows every harmony of a colour side by side; each can be chosen. */
const CompareHarmonies = (props: CompareHarmoniesProps) => {
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

const SCALES = ['50-950', '1-12'] as const;

/** The form for a new palette. */
export const MakePalette = () => {
  const t = texts();
  const { route } = useLocation();
  const [color, setColor] = useState('#3366cc');
  const [harmony, setHarmony] = useState<Harmony>('analogous');
  const [count, setCount] = useState('5');
  const submission = useSubmit(async ({ base_color = '', name = '', scale }) => {
    const steps = SCALES.find((one) => one === scale);
    const { id } = await platform.palettes.create({
      base_color,
      harmony,
      count: Number(count),
      ...(name !== '' && { name }),
      ...(steps && { scale: steps }),
    });
    route(`/console/palettes/${id}`);
  });
  const pick = (event: { currentTarget: HTMLInputElement }): void => {
    setColor(event.currentTarget.value);
  };
  return (
    <Form class="inline" draft="palette" submission={submission}>
      <input
        type="color"
        aria-label={t.palettes.pick}
        value={/^#[\da-f]{6}$/i.test(color) ? color : '#000000'}
        onInput={pick}
      />
      <Field
        label={t.palettes.base}
        name="base_color"
        value={color}
        onInput={pick}
        error={submission.errorOf('base_color')}
        required
      />
      <Select
        label={t.palettes.harmony}
        name="harmony"
        options={harmonyOptions()}
        value={harmony}
        onChange={(event) => {
          setHarmony(HARMONIES.find((one) => one === event.currentTarget.value) ?? harmony);
        }}
      />
      <Field
        label={t.palettes.count}
        name="count"
        type="number"
        min={2}
        max={12}
        value={count}
        onInput={(event) => {
          setCount(event.currentTarget.value);
        }}
        error={submission.errorOf('count')}
      />
      <Select
        label={t.studio.scale}
        name="scale"
        options={[['', t.studio.noScale], ...SCALES.map((one) => [one, one] as const)]}
        error={submission.errorOf('scale')}
      />
      <Field label={t.palettes.name} name="name" error={submission.errorOf('name')} />
      <button class="primary" disabled={submission.isBusy}>
        {t.palettes.make}
      </button>
      <details class="oklch">
        <summary>{t.studio.oklch}</summary>
        <OklchPicker text={color} onPick={setColor} />
      </details>
      <CompareHarmonies color={color} count={Number(count)} chosen={harmony} onChoose={setHarmony} />
      <Refusal submission={submission} />
    </Form>
  );
};
