import type { Oklch, Rgb } from '../../color/color.ts';
import { shownRatio } from '../../color/contrast-ratio.ts';
import { rgbKeepingHue } from '../../color/gamut.ts';
import { THEME_MODES } from '../theme.ts';
import type { ThemeMode, ThemeRole } from '../theme.ts';
import { collectRoles } from './collect-roles.ts';
import { MODE_PLANS } from './mode-plan.ts';
import type { ModePlan } from './mode-plan.ts';
import { readable, textOn } from './readable-color.ts';
import { ACCENTS } from './roles.ts';
import type { Accent } from './roles.ts';
import type { Seeds } from './seeds.ts';

export interface ModeOptions {
  /** Whether set colours are moved in lightness to reach their contrast, instead of kept. */
  readonly adjust: boolean;
}

type Roles = ReturnType<typeof collectRoles>;

/** The page, its surfaces, and what is on them. Returns the grounds. */
const addPage = ({ ground, on }: Roles, seeds: Seeds, plan: ModePlan): readonly Rgb[] => {
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
      description: 'Secondary text; readable on every ground',
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

/** The family of an accent: fill, text on the page, border and container. */
const addAccent = (
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

const makeMode = (seeds: Seeds, plan: ModePlan, { adjust }: ModeOptions): readonly ThemeRole[] => {
  const isAccent = (role: string): boolean => (ACCENTS as readonly string[]).includes(role);
  // An adjusted accent is derived from its seed, which is the set colour.
  const set = adjust ? new Map([...seeds.set].filter(([role]) => !isAccent(role))) : seeds.set;
  const collected = collectRoles(set, adjust);
  const grounds = addPage(collected, seeds, plan);
  for (const accent of ACCENTS) addAccent(collected, accent, seeds.accents[accent], grounds, plan);
  return collected.roles;
};

/**
 * Light, dark and two high-contrast sets of roles. A colour that the client set is kept in every
 * mode unless `adjust` is given. All other roles are derived so that every `on-…` role reaches AA
 * on its ground, AAA in high contrast, wherever the set colours permit it.
 */
export const makeModes = (
  seeds: Seeds,
  options: ModeOptions = { adjust: false },
): Readonly<Record<ThemeMode, readonly ThemeRole[]>> => ({
  light: makeMode(seeds, MODE_PLANS.light, options),
  dark: makeMode(seeds, MODE_PLANS.dark, options),
  'high-contrast': makeMode(seeds, MODE_PLANS['high-contrast'], options),
  'high-contrast-dark': makeMode(seeds, MODE_PLANS['high-contrast-dark'], options),
});

/** One warning for each pair that the client's colours keep from reaching its ratio. */
export const contrastWarnings = (modes: Readonly<Record<ThemeMode, readonly ThemeRole[]>>): string[] =>
  THEME_MODES.flatMap((mode) =>
    modes[mode].flatMap(({ role, on }) => {
      if (on === null || on.ratio >= on.required) return [];
      const reached = shownRatio(on.ratio).toFixed(2);
      const instead = (ACCENTS as readonly string[]).includes(role)
        ? ` Use ${role}-border to outline it, and ${role}-text for text.`
        : '';
      return [`${role} on ${on.role} reaches ${reached}:1 in ${mode}, below ${on.required}:1.${instead}`];
    }),
  );
