import './stripes.css';

import type { ComponentChildren, HTMLAttributes } from 'preact';

import { copyText } from './copy.ts';
import { paletteTexts } from '../i18n/palette.ts';

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
