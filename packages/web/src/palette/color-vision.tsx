import './color-vision.css';

import type { PageVision } from '@platform/pages/palette-contract';

import { formatNumber } from '../i18n/format.ts';
import { paletteTexts } from '../i18n/palette.ts';

/** Two colours closer than this look alike in areas that don't touch. */
const ALIKE = 0.05;

interface ColorVisionProps {
  readonly colors: readonly { readonly role: string; readonly name: string }[];
  readonly vision: readonly PageVision[];
}

/** The colours as people see them who tell fewer apart, with those that are closest then. */
export const ColorVision = ({ colors, vision }: ColorVisionProps) => {
  const t = paletteTexts();
  return (
    <section>
      <h2>{t.vision}</h2>
      <ul class="visions">
        {vision.map(({ kind, colors: seen, pair, min_delta_e: distance }) => {
          const [one, other] = (pair ?? []).map((index) => colors[index]?.role ?? '');
          return (
            <li key={kind}>
              <h3>{t.kinds[kind] ?? kind}</h3>
              <div class="strip" role="img" aria-label={seen.join(', ')}>
                {seen.map((hex, index) => (
                  <span key={index} title={colors[index]?.name} style={{ backgroundColor: hex }} />
                ))}
              </div>
              {distance !== null && one !== undefined && other !== undefined && (
                <p class={distance < ALIKE ? 'wrong' : 'quiet'}>
                  {(distance < ALIKE ? t.alike : t.closest)(
                    one,
                    other,
                    formatNumber(distance, { maximumFractionDigits: 3 }),
                  )}
                </p>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
};
