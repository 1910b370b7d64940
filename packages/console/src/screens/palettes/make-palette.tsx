import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { CompareHarmonies } from './compare-harmonies.tsx';
import { HARMONIES, harmonyOptions } from './harmonies.ts';
import type { Harmony } from './harmonies.ts';
import { OklchPicker } from './oklch-picker.tsx';

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
    <form class="inline" onSubmit={submission.onSubmit}>
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
      <OklchPicker text={color} onPick={setColor} />
      <CompareHarmonies color={color} count={Number(count)} chosen={harmony} onChoose={setHarmony} />
      <Problem error={submission.error} />
    </form>
  );
};
