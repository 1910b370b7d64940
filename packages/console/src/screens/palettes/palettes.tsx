import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso';
import type { Input } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Heading } from '../heading.tsx';
import { Swatches } from './swatches.tsx';

type Harmony = NonNullable<Input<'palettes.create'>['harmony']>;

const HARMONIES: readonly Harmony[] = [
  'analogous',
  'complementary',
  'split_complementary',
  'triadic',
  'tetradic',
  'square',
  'monochromatic',
  'tints',
  'shades',
  'tones',
  'temperature',
  'contrast',
];

const MakePalette = () => {
  const t = texts().palettes;
  const { route } = useLocation();
  const [color, setColor] = useState('#3366cc');
  const submission = useSubmit(async ({ base_color = '', harmony, count = '5', name = '' }) => {
    const { id } = await platform.palettes.create({
      base_color,
      harmony: harmony as Harmony,
      count: Number(count),
      ...(name !== '' && { name }),
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
        aria-label={t.pick}
        value={/^#[\da-f]{6}$/i.test(color) ? color : '#000000'}
        onInput={pick}
      />
      <Field
        label={t.base}
        name="base_color"
        value={color}
        onInput={pick}
        error={submission.errorOf('base_color')}
        required
      />
      <Select
        label={t.harmony}
        name="harmony"
        options={HARMONIES.map((name) => [name, name.replaceAll('_', ' ')])}
      />
      <Field
        label={t.count}
        name="count"
        type="number"
        min={2}
        max={12}
        defaultValue="5"
        error={submission.errorOf('count')}
      />
      <Field label={t.name} name="name" error={submission.errorOf('name')} />
      <button class="primary" disabled={submission.isBusy}>
        {t.make}
      </button>
      <Problem error={submission.error} />
    </form>
  );
};

/** All palettes, and the form for a new one. */
const Palettes = () => {
  const t = texts();
  const { data, error, reload } = useLoad('palettes', () => platform.palettes.list({ limit: 50 }));
  return (
    <>
      <Heading title={t.palettes.title} />
      {may('palettes:write') && <MakePalette />}
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {data?.items.length === 0 && <p class="empty">{t.palettes.empty}</p>}
      <ul class="cards">
        {data?.items.map((palette) => (
          <li key={palette.id}>
            <h2 class="small">
              <a href={`/console/palettes/${palette.id}`}>
                {palette.name ?? `${palette.base_color.hex}, ${palette.harmony.replaceAll('_', ' ')}`}
              </a>
            </h2>
            <Swatches colors={palette.colors} />
          </li>
        ))}
      </ul>
    </>
  );
};

export default Palettes;
