import type { Rgb } from '../color/color.ts';
import { BLACK, WHITE, composite, contrastRatio, shownRatio } from '../color/contrast-ratio.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import type { Palette, PaletteColor } from './palette.ts';

const distance = (one: Rgb, other: Rgb): number =>
  Number(deltaEok(oklabOfRgb(one), oklabOfRgb(other)).toFixed(4));

const seen = ({ rgb, alpha }: Pick<PaletteColor, 'rgb' | 'alpha'>): Rgb => composite(rgb, alpha, WHITE);

type Ground = Pick<PaletteColor, 'role' | 'rgb' | 'alpha' | 'hex'>;
const GROUNDS: readonly Ground[] = [
  { role: 'white', rgb: WHITE, alpha: 1, hex: '#ffffff' },
  { role: 'black', rgb: BLACK, alpha: 1, hex: '#000000' },
];

/** Levels of WCAG 2.2 that a pair no longer reaches. */
const LEVELS = [
  ['AAA', 7],
  ['AA', 4.5],
  ['AA-large', 3],
] as const;

/** Pairs of roles, in both versions, whose contrast fell. */
const worsePairs = (from: Palette, to: Palette) => {
  const of = (palette: Palette): ReadonlyMap<string, Ground> =>
    new Map([...palette.colors, ...GROUNDS].map((color) => [color.role, color]));
  const [before, after] = [of(from), of(to)];
  const roles = [...before.keys()].filter((role) => after.has(role));
  return roles.flatMap((role, place) =>
    roles.slice(place + 1).flatMap((other) => {
      const ratioIn = (colors: ReadonlyMap<string, Ground>): number => {
        const [one, two] = [colors.get(role), colors.get(other)];
        return one === undefined || two === undefined ? 1 : contrastRatio(seen(one), seen(two));
      };
      const [was, is] = [ratioIn(before), ratioIn(after)];
      if (shownRatio(is) >= shownRatio(was)) return [];
      const lost = LEVELS.filter(([, required]) => was >= required && is < required).map(([level]) => level);
      return [{ roles: [role, other], from: shownRatio(was), to: shownRatio(is), lost_levels: lost }];
    }),
  );
};

/** What changed between two versions of a palette: colours by role, and contrast that got worse. */
export const paletteDiff = (from: Palette, to: Palette) => {
  const find = ({ colors }: Palette, role: string) => colors.find((color) => color.role === role);
  return {
    from: from.version,
    to: to.version,
    changed: to.colors.flatMap((color) => {
      const before = find(from, color.role);
      if (before === undefined || before.hex === color.hex) return [];
      return [
        { role: color.role, from: before.hex, to: color.hex, delta_e: distance(before.rgb, color.rgb) },
      ];
    }),
    added: to.colors.filter(({ role }) => !find(from, role)).map(({ role, hex }) => ({ role, hex })),
    removed: from.colors.filter(({ role }) => !find(to, role)).map(({ role, hex }) => ({ role, hex })),
    worse_contrast: worsePairs(from, to),
  };
};
