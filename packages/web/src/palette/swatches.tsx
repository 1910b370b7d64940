import './swatches.css';

import type { Output } from '@platform/client';
import { harmonyName } from './harmonies.ts';

/** A palette's name, or what it was made of. */
export const paletteTitle = ({
  name,
  base_color: base,
  harmony,
}: Pick<Output<'palettes.show'>, 'name' | 'base_color' | 'harmony'>): string =>
  name ?? `${base.hex}, ${harmonyName(harmony)}`;

interface Swatch {
  hex: string;
  name: string;
  on_color: string;
}

/** The colours of a palette side by side, each with its value. */
export const Swatches = ({
  colors,
  isSmall = false,
}: {
  colors: readonly Swatch[];
  /** Without the values in sight, where there is little room. */
  isSmall?: boolean;
}) => (
  <ul class={isSmall ? 'swatches band' : 'swatches'}>
    {colors.map(({ hex, name, on_color: on }, index) => (
      <li key={index} title={name} style={{ backgroundColor: hex, color: on }}>
        {isSmall ? <span class="unseen">{hex}</span> : hex}
      </li>
    ))}
  </ul>
);
