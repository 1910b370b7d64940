import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';

type Modes = Output<'themes.show'>['modes'];
type Mode = Modes['light'];

const hexOf = (mode: Mode, role: string): string | undefined => mode[role]?.hex;

/** What the roles are for, in small: a surface, a text, a button. */
const Sample = ({ mode }: { mode: Mode }) => {
  const t = texts().studio;
  const style = (back: string, front: string) => ({
    backgroundColor: hexOf(mode, back),
    color: hexOf(mode, front),
  });
  return (
    <div class="sample" style={style('background', 'on-background')} aria-hidden="true">
      <p>{t.sampleText}</p>
      <p style={style('surface', 'on-surface')}>{t.sampleSurface}</p>
      <span style={style('primary', 'on-primary')}>{t.sampleButton}</span>{' '}
      <span style={style('error', 'on-error')}>{t.sampleError}</span>
    </div>
  );
};

/** The four modes of a theme: each with a sample and its roles. */
export const ThemeModes = ({ modes }: { modes: Modes }) => {
  const t = texts().themes;
  return (
    <div class="modes">
      {(Object.keys(t.modes) as (keyof Modes)[]).map((mode) => (
        <section key={mode} aria-label={t.modes[mode]}>
          <h2 class="small">{t.modes[mode]}</h2>
          <Sample mode={modes[mode]} />
          <ul class="swatches small">
            {Object.entries(modes[mode]).map(([role, { hex }]) => (
              <li
                key={role}
                title={`${role} ${hex}`}
                style={{ backgroundColor: hex }}
                aria-label={`${role} ${hex}`}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};
