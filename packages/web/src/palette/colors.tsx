import './scales.css';
import './stripes.css';

import type { PageColor } from '@platform/pages/palette-contract';
import type { ComponentChildren, HTMLAttributes } from 'preact';

import { formatNumber, formatRatio } from '../i18n/format.ts';
import { paletteTexts } from '../i18n/palette.ts';
import { copyText } from './copying.tsx';

interface StripeColor {
  readonly hex: string;
  readonly name: string;
  readonly role: string;
  readonly on_color: string;
}

interface StripeProps extends Omit<HTMLAttributes<HTMLLIElement>, 'color'> {
  readonly color: StripeColor;
  /** Where it stands among the others, if not where it is in the list. */
  readonly order?: number;
  /** Tools that change the colour. */
  readonly children?: ComponentChildren;
}

/** One colour, as tall as the strip: its value, which a click copies, its name and role. */
export const Stripe = ({ color, order, children, ...item }: StripeProps) => {
  const { hex, name, role, on_color: on } = color;
  return (
    <li {...item} style={{ backgroundColor: hex, color: on, order }}>
      <button
        type="button"
        class="hex"
        aria-label={paletteTexts().copyOf(hex)}
        onClick={() => {
          void copyText(hex, hex);
        }}
      >
        {hex}
      </button>
      <span class="name" lang="en">
        {name}
      </span>
      <span class="role" lang="en">
        {role}
      </span>
      {children}
    </li>
  );
};

/** The colours of a palette beside each other, as wide as the page; on phones, one below the other. */
export const Stripes = ({ isBusy, children }: { isBusy?: boolean; children: ComponentChildren }) => (
  <ul class="stripes" aria-label={paletteTexts().colors} aria-busy={isBusy}>
    {children}
  </ul>
);

/** The contrasts that WCAG 2.2 asks of large text and of text. */
const TARGETS = [3, 4.5] as const;

/** A scale that was made for contrasts with a ground. */
interface ContrastScale {
  readonly contrast: readonly number[];
  readonly on: string;
}

const groundOf = (scale: unknown): string => {
  const { on } = (typeof scale === 'object' && scale !== null ? scale : {}) as Partial<ContrastScale>;
  return on ?? '#ffffff';
};

/** Above this luminance, black contrasts more than white: (L + 0.05)² = 1.05 × 0.05. */
const BRIGHT = 0.179;

/** Black or white, whichever contrasts more with a colour of six hex digits. */
const readableOn = (hex: string): string => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const light = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > BRIGHT ? '#000000' : '#ffffff';
};

interface ScalesProps {
  readonly colors: readonly Pick<PageColor, 'index' | 'role' | 'scale'>[];
  /** As the API names it: `50-950`, or the contrasts that it was made for. */
  readonly scale: unknown;
}

/** The scale of each colour as a ramp. Each step has its contrast, and the ramp marks where 3 and 4.5 are reached. */
export const Scales = ({ colors, scale: made }: ScalesProps) => {
  const t = paletteTexts();
  if (colors.every(({ scale }) => scale === undefined)) return null;
  const ground = groundOf(made);
  return (
    <section>
      <h2>{t.scales}</h2>
      <p class="quiet">{t.scalesOn(ground === '#ffffff' ? t.white : ground)}</p>
      {colors.map(({ index, role, scale = [] }) => {
        const firstOver = TARGETS.map((target) => scale.findIndex(({ contrast }) => contrast >= target));
        return (
          <div key={index} class="scale">
            <h3 lang="en">{role}</h3>
            <ul class="ramp">
              {scale.map(({ step, hex, contrast, is_base: isBase }, place) => {
                const target = place > 0 ? TARGETS[firstOver.lastIndexOf(place)] : undefined;
                return (
                  <li key={step} class={target === undefined ? '' : 'target'}>
                    <button
                      type="button"
                      title={t.step(role, step, hex, formatRatio(contrast))}
                      aria-label={t.step(role, step, hex, formatRatio(contrast))}
                      style={{ backgroundColor: hex, color: readableOn(hex) }}
                      onClick={() => {
                        void copyText(hex, hex);
                      }}
                    >
                      {isBase ? <strong>{step}</strong> : step}
                    </button>
                    <small>{formatNumber(contrast, { maximumFractionDigits: 1 })}</small>
                    {target !== undefined && <small class="mark">≥ {formatNumber(target)}</small>}
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </section>
  );
};
