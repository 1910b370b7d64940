import type { Oklch, Rgb } from '../../color/color.ts';
import { BLACK, composite, contrastRatio, suggest, WHITE } from '../../color/contrast-ratio.ts';
import { p3OfOklch, rgbKeepingHue } from '../../color/gamut.ts';
import { oklabOfRgb, oklchOfOklab } from '../../color/oklab.ts';
import { hexOfRgb } from '../../color/srgb.ts';
import type { ThemeColor, ThemeRole } from '../theme.ts';
import type { SeedColor } from './seeds.ts';

/** The colour itself if it reaches the ratio on every ground, else the nearest lightness that does. */
export const readable = (color: Oklch, grounds: readonly Rgb[], required: number): Rgb => {
  const ratioOf = (rgb: Rgb): number => Math.min(...grounds.map((ground) => contrastRatio(rgb, ground)));
  const rgb = rgbKeepingHue(color);
  return ratioOf(rgb) >= required ? rgb : suggest(color, ratioOf, required).rgb;
};

/**
 * White if it has enough contrast, as is customary on a coloured ground; else black if it has; else
 * the better one, which always reaches 4.58.
 */
export const textOn = (ground: Rgb, required: number): Rgb => {
  const [white, black] = [contrastRatio(WHITE, ground), contrastRatio(BLACK, ground)];
  if (white >= required) return WHITE;
  return black >= required || black >= white ? BLACK : WHITE;
};

const themeColor = ({ rgb, oklch: { l, c, h }, alpha = 1 }: SeedColor): ThemeColor => {
  const oklch = { l: Number(l.toFixed(6)), c: Number(c.toFixed(6)), h: Number(h.toFixed(4)) % 360 };
  const color = { hex: hexOfRgb(rgb), oklch, p3: p3OfOklch(oklch) };
  return alpha < 1 ? { ...color, alpha: Number(alpha.toFixed(4)) } : color;
};

const ofRgb = (rgb: Rgb): SeedColor => ({ rgb, oklch: oklchOfOklab(oklabOfRgb(rgb)) });

/** A role that is placed on another one. */
export interface RoleOn {
  /** The role below it, collected before. */
  readonly ground: string;
  /** Minimum WCAG ratio. */
  readonly required: number;
  readonly description: string;
}

/**
 * Collects the roles of a mode; each colour on a ground is recorded with its ratio.
 * @param set colours that replace the derived ones of their roles
 * @param adjust moves set colours in lightness until they reach their ratio
 */
export const collectRoles = (set: ReadonlyMap<string, SeedColor>, adjust: boolean) => {
  const roles: ThemeRole[] = [];
  const colors = new Map<string, Rgb>();

  /** @returns the colour, and what is seen of it over the one below */
  const take = (role: string, given: SeedColor | undefined, derived: () => Rgb, below: Rgb) => {
    const color = given ?? ofRgb(derived());
    const seen = composite(color.rgb, color.alpha ?? 1, below);
    colors.set(role, seen);
    return { color, seen };
  };

  const ground = (role: string, derived: () => Rgb, description: string): Rgb => {
    const given = set.get(role);
    const { color, seen } = take(role, given, derived, colors.get('background') ?? WHITE);
    roles.push({ role, color: themeColor(color), on: null, description });
    return seen;
  };

  const on = (role: string, derived: () => Rgb, { ground: under, required, description }: RoleOn): Rgb => {
    const below = colors.get(under);
    if (below === undefined) throw new Error(`The role ${role} is on ${under}, which is not there yet.`);
    const given = set.get(role);
    const { color, seen } =
      given && adjust
        ? take(role, undefined, () => readable(given.oklch, [below], required), below)
        : take(role, given, derived, below);
    const ratio = contrastRatio(seen, below);
    roles.push({ role, color: themeColor(color), on: { role: under, ratio, required }, description });
    return seen;
  };

  return { roles, ground, on };
};

/** The roles of a mode being collected. */
export type Roles = ReturnType<typeof collectRoles>;
