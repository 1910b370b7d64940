import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';

type Colors = Output<'palettes.show'>['colors'];

/** The scale of each colour, from its lightest step to its darkest. */
export const Scales = ({ colors }: { colors: Colors }) => {
  const t = texts().studio;
  if (colors.every(({ scale }) => scale === undefined)) return null;
  return (
    <section>
      <h2>{t.scales}</h2>
      {colors.map(({ index, role, scale = [] }) => (
        <div key={index} class="scale">
          <h3>{role}</h3>
          <ul class="swatches">
            {scale.map(({ step, hex, contrast, is_base: isBase }) => (
              <li
                key={step}
                title={`${role} ${step} ${hex}`}
                // Contrast with white: from 4.5 on, white is the readable one.
                style={{ backgroundColor: hex, color: contrast >= 4.5 ? '#fff' : '#000' }}
              >
                {isBase ? <strong>{step}</strong> : step}
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
};
