import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { HARMONIES, harmonyOptions } from './harmonies.ts';

type PaletteRecord = Output<'palettes.show'>;

/** Locks colours and makes the others anew: a new version of the palette. */
export const Regenerate = ({ palette, onMade }: { palette: PaletteRecord; onMade: () => void }) => {
  const t = texts();
  const [locked, setLocked] = useState<readonly number[]>([0]);
  const submission = useSubmit(async ({ harmony, count }) => {
    const wanted = HARMONIES.find((one) => one === harmony);
    await platform.palettes.regenerate(palette.id, {
      lock: [...locked],
      count: Number(count),
      ...(wanted && { harmony: wanted }),
    });
    onMade();
  });
  return (
    <form onSubmit={submission.onSubmit}>
      <fieldset>
        <legend>{t.studio.lock}</legend>
        {palette.colors.map(({ index, hex, role }) => (
          <label key={index} class="check">
            <input
              type="checkbox"
              checked={locked.includes(index)}
              // The base colour always stays.
              disabled={index === 0}
              onChange={() => {
                setLocked(
                  locked.includes(index) ? locked.filter((one) => one !== index) : [...locked, index],
                );
              }}
            />
            <span class="dot" style={{ backgroundColor: hex }} />
            <span>{role}</span>
          </label>
        ))}
      </fieldset>
      <div class="inline">
        <Select
          label={t.palettes.harmony}
          name="harmony"
          chosen={palette.harmony}
          options={harmonyOptions()}
          error={submission.errorOf('harmony')}
        />
        <Field
          label={t.palettes.count}
          name="count"
          type="number"
          min={1}
          max={32}
          defaultValue={String(palette.count)}
          error={submission.errorOf('count')}
        />
        <button disabled={submission.isBusy}>{t.studio.regenerate}</button>
      </div>
      <Problem error={submission.error} />
    </form>
  );
};
