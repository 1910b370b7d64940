import type { Oklch, Rgb } from '../../color/color.ts';
import { BLACK, WHITE, contrastRatio } from '../../color/contrast-ratio.ts';
import { p3OfOklch, rgbKeepingHue } from '../../color/gamut.ts';
import { oklabOfRgb, oklchOfOklab } from '../../color/oklab.ts';
import { hexOfRgb } from '../../color/srgb.ts';
import { suggest } from '../../color/suggest.ts';
import { THEME_MODES } from '../theme.ts';
import type { ThemeColor, ThemeMode, ThemeRole } from '../theme.ts';
import { MODE_PLANS } from './mode-plan.ts';
import type { ModePlan } from './mode-plan.ts';
import { ACCENTS } from './seeds.ts';
import type { Seeds } from './seeds.ts';

const themeColor = (rgb: Rgb): ThemeColor => {
  const { l, c, h } = oklchOfOklab(oklabOfRgb(rgb));
  const oklch = { l: Number(l.toFixed(6)), c: Number(c.toFixed(6)), h: Number(h.toFixed(4)) % 360 };
  return { hex: hexOfRgb(rgb), oklch, p3: p3OfOklch(oklch) };
};

/** The colour itself where it has the ratio on every ground, else the nearest lightness that has. */
const readable = (color: Oklch, grounds: readonly Rgb[], required: number): Rgb => {
  const ratioOf = (rgb: Rgb): number => Math.min(...grounds.map((ground) => contrastRatio(rgb, ground)));
  const rgb = rgbKeepingHue(color);
  return ratioOf(rgb) >= required ? rgb : suggest(color, ratioOf, required).rgb;
};

/** White text where it is enough, as it is customary on a coloured ground; else black. One of them has at least 4.58. */
const textOn = (ground: Rgb, required: number): Rgb =>
  contrastRatio(WHITE, ground) >= required ? WHITE : BLACK;

/** Collects the roles of a mode; each color on a ground carries the ratio that it has there. */
const createRoles = () => {
  const roles: ThemeRole[] = [];
  const colors = new Map<string, Rgb>();
  return {
    roles,
    ground: (role: string, rgb: Rgb, description: string): Rgb => {
      colors.set(role, rgb);
      roles.push({ role, color: themeColor(rgb), on: null, description });
      return rgb;
    },
    on: (ground: string, role: string, rgb: Rgb, required: number, description: string): void => {
      const below = colors.get(ground);
      if (below === undefined) throw new Error(`The role ${role} lies on ${ground}, which is not there yet.`);
      const ratio = contrastRatio(rgb, below);
      // A theme that breaks its word must not leave the service.
      if (ratio < required) throw new Error(`${role} reaches ${ratio} on ${ground}, not ${required}.`);
      colors.set(role, rgb);
      roles.push({ role, color: themeColor(rgb), on: { role: ground, ratio, required }, description });
    },
  };
};

const makeMode = (seeds: Seeds, plan: ModePlan): readonly ThemeRole[] => {
  const { roles, ground, on } = createRoles();
  const { text, shape } = plan;
  const neutral = (l: number): Oklch => ({ l, c: seeds.neutral.c * plan.tint, h: seeds.neutral.h });

  const background = ground('background', rgbKeepingHue(neutral(plan.background)), 'The page itself');
  on(
    'background',
    'on-background',
    readable(neutral(plan.onGround), [background], text),
    text,
    'Text on the page',
  );
  const surface = ground('surface', rgbKeepingHue(neutral(plan.surface)), 'Cards, sheets and menus');
  on('surface', 'on-surface', readable(neutral(plan.onGround), [surface], text), text, 'Text on cards');
  const variant = ground(
    'surface-variant',
    rgbKeepingHue(neutral(plan.surfaceVariant)),
    'Fields, table heads, chips',
  );
  const muted = readable(neutral(plan.onGroundMuted), [variant, surface, background], text);
  on('surface-variant', 'on-surface-variant', muted, text, 'Secondary text; readable on every ground');
  const grounds = [background, surface, variant];
  on(
    'surface',
    'border',
    readable(neutral(plan.onGroundMuted), grounds, shape),
    shape,
    'Borders of fields and buttons',
  );
  on(
    'background',
    'focus',
    readable(seeds.primary, grounds, shape),
    shape,
    'The ring around what has the focus',
  );
  on('background', 'link', readable(seeds.primary, grounds, text), text, 'Links in text');

  for (const accent of ACCENTS) {
    const seed = seeds[accent];
    // In high contrast the fill must be so far from the background that text in the background's colour reaches AAA on it.
    const fill = readable(seed, [background, surface], text > 4.5 ? text : shape);
    on('background', accent, fill, shape, `Filled shapes: ${accent}`);
    on(accent, `on-${accent}`, textOn(fill, text), text, `Text on ${accent}`);
    const { l, c } = plan.container;
    const container = ground(
      `${accent}-container`,
      rgbKeepingHue({ l, c: Math.min(c, seed.c), h: seed.h }),
      `Quiet ground: ${accent}`,
    );
    const onContainer = readable(
      { l: plan.onContainer, c: Math.min(0.12, seed.c), h: seed.h },
      [container],
      text,
    );
    on(`${accent}-container`, `on-${accent}-container`, onContainer, text, `Text on ${accent}-container`);
  }
  return roles;
};

/** Light, dark and two high-contrast sets of roles. Every `on-…` role reaches AA on its ground, AAA in high contrast. */
export const makeModes = (seeds: Seeds): Readonly<Record<ThemeMode, readonly ThemeRole[]>> =>
  Object.fromEntries(THEME_MODES.map((mode) => [mode, makeMode(seeds, MODE_PLANS[mode])])) as Record<
    ThemeMode,
    readonly ThemeRole[]
  >;
