import type { Rgb } from '../../color/color.ts';
import { contrastRatio } from '../../color/contrast-ratio.ts';
import { p3OfOklch } from '../../color/gamut.ts';
import { oklabOfRgb } from '../../color/oklab.ts';
import { oklchOfOklab } from '../../color/oklch.ts';
import { hexOfRgb } from '../../color/srgb.ts';
import type { ThemeColor, ThemeRole } from '../theme.ts';
import { readable } from './readable-color.ts';
import type { SeedColor } from './seeds.ts';

const themeColor = ({ rgb, oklch: { l, c, h } }: SeedColor): ThemeColor => {
  const oklch = { l: Number(l.toFixed(6)), c: Number(c.toFixed(6)), h: Number(h.toFixed(4)) % 360 };
  return { hex: hexOfRgb(rgb), oklch, p3: p3OfOklch(oklch) };
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

  const take = (role: string, given: SeedColor | undefined, derived: () => Rgb): SeedColor => {
    const color = given ?? ofRgb(derived());
    colors.set(role, color.rgb);
    return color;
  };

  const ground = (role: string, derived: () => Rgb, description: string): Rgb => {
    const color = take(role, set.get(role), derived);
    roles.push({ role, color: themeColor(color), on: null, description });
    return color.rgb;
  };

  const on = (role: string, derived: () => Rgb, { ground: under, required, description }: RoleOn): Rgb => {
    const below = colors.get(under);
    if (below === undefined) throw new Error(`The role ${role} is on ${under}, which is not there yet.`);
    const given = set.get(role);
    const color =
      given && adjust
        ? take(role, undefined, () => readable(given.oklch, [below], required))
        : take(role, given, derived);
    const ratio = contrastRatio(color.rgb, below);
    roles.push({ role, color: themeColor(color), on: { role: under, ratio, required }, description });
    return color.rgb;
  };

  return { roles, ground, on };
};

/** The roles of a mode being collected. */
export type Roles = ReturnType<typeof collectRoles>;
