import type { Oklch, Rgb } from '../../color/color.ts';
import { rgbKeepingHue } from '../../color/gamut.ts';
import type { ModePlan } from './mode-plan.ts';
import { readable } from './readable-color.ts';
import type { Seeds } from './seeds.ts';
import type { Roles } from './collect-roles.ts';

/** The page, its surfaces, and what is on them. Returns the grounds. */
export const addPage = ({ ground, on }: Roles, seeds: Seeds, plan: ModePlan): readonly Rgb[] => {
  const { text, shape } = plan;
  const neutral = (l: number): Oklch => ({ l, c: seeds.neutral.c * plan.tint, h: seeds.neutral.h });
  const plain = (l: number) => () => rgbKeepingHue(neutral(l));
  const { oklch: primary } = seeds.accents.primary;

  const background = ground('background', plain(plan.background), 'The page itself');
  on('on-background', () => readable(neutral(plan.onGround), [background], text), {
    ground: 'background',
    required: text,
    description: 'Text on the page',
  });
  const surface = ground('surface', plain(plan.surface), 'Cards, sheets and menus');
  on('on-surface', () => readable(neutral(plan.onGround), [surface], text), {
    ground: 'surface',
    required: text,
    description: 'Text on cards',
  });
  const variant = ground('surface-variant', plain(plan.surfaceVariant), 'Fields, table heads, chips');
  on(
    'on-surface-variant',
    () => readable(neutral(plan.onGroundMuted), [variant, surface, background], text),
    {
      ground: 'surface-variant',
      required: text,
      description: 'Secondary text; readable on every background',
    },
  );
  const grounds = [background, surface, variant];
  on('border', () => readable(neutral(plan.onGroundMuted), grounds, shape), {
    ground: 'surface',
    required: shape,
    description: 'Borders of fields and buttons',
  });
  on('focus', () => readable(primary, grounds, shape), {
    ground: 'background',
    required: shape,
    description: 'The ring around the focused element',
  });
  on('link', () => readable(primary, grounds, text), {
    ground: 'background',
    required: text,
    description: 'Links in text',
  });
  return grounds;
};
