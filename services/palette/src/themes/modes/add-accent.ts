import type { Rgb } from '../../color/color.ts';
import { rgbKeepingHue } from '../../color/gamut.ts';
import type { ModePlan } from './mode-plan.ts';
import { readable, textOn } from './readable-color.ts';
import type { Accent } from './roles.ts';
import type { Seeds } from './seeds.ts';
import type { Roles } from './collect-roles.ts';

/** The family of an accent: fill, text on the page, border and container. */
export const addAccent = (
  { ground, on }: Roles,
  accent: Accent,
  { oklch: seed }: Seeds['accents'][Accent],
  grounds: readonly Rgb[],
  plan: ModePlan,
): void => {
  const { text, shape, container } = plan;
  // In high contrast, text in the background's colour must reach AAA on the fill.
  const fill = on(accent, () => readable(seed, grounds.slice(0, 2), text > 4.5 ? text : shape), {
    ground: 'background',
    required: shape,
    description: `Filled shapes: ${accent}`,
  });
  on(`on-${accent}`, () => textOn(fill, text), {
    ground: accent,
    required: text,
    description: `Text on ${accent}`,
  });
  on(`${accent}-text`, () => readable(seed, grounds, text), {
    ground: 'background',
    required: text,
    description: `Text on the page in the hue of ${accent}`,
  });
  on(`${accent}-border`, () => readable(seed, grounds, shape), {
    ground: 'background',
    required: shape,
    description: `Outlines in the hue of ${accent}`,
  });
  const quiet = ground(
    `${accent}-container`,
    () => rgbKeepingHue({ l: container.l, c: Math.min(container.c, seed.c), h: seed.h }),
    `Quiet ground: ${accent}`,
  );
  on(
    `on-${accent}-container`,
    () => readable({ l: plan.onContainer, c: Math.min(0.12, seed.c), h: seed.h }, [quiet], text),
    { ground: `${accent}-container`, required: text, description: `Text on ${accent}-container` },
  );
};
