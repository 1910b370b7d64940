import { shownRatio } from '../color/contrast-ratio.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import { rgbOfHex } from '../color/srgb.ts';
import { THEME_MODES } from './theme.ts';
import type { ResolvedToken, Theme, ThemeMode } from './theme.ts';

const MODE_NAMES = {
  light: 'light',
  dark: 'dark',
  'high-contrast': 'high_contrast',
  'high-contrast-dark': 'high_contrast_dark',
} as const satisfies Record<ThemeMode, string>;

const distance = (one: string, other: string): number =>
  Number(deltaEok(oklabOfRgb(rgbOfHex(one)), oklabOfRgb(rgbOfHex(other))).toFixed(4));

const byPath = (tokens: readonly ResolvedToken[]): ReadonlyMap<string, string> =>
  new Map(tokens.map(({ path, type, value }) => [path.join('.'), JSON.stringify([type, value])]));

const tokenChanges = (from: Theme, to: Theme) => {
  const [before, after] = [byPath(from.resolved), byPath(to.resolved)];
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
    changed: [...after]
      .filter(([path, value]) => (before.get(path) ?? value) !== value)
      .map(([path]) => path),
  };
};

/**
 * What changed between two versions of a theme: roles by mode, contrast that got worse, tokens, and
 * names that were retired.
 */
export const themeDiff = (from: Theme, to: Theme) => {
  const pairs = THEME_MODES.flatMap((mode) =>
    to.modes[mode].flatMap((after) => {
      const before = from.modes[mode].find(({ role }) => role === after.role);
      return before === undefined ? [] : [{ mode: MODE_NAMES[mode], before, after }];
    }),
  );
  return {
    from: from.version,
    to: to.version,
    changed: pairs
      .filter(({ before, after }) => before.color.hex !== after.color.hex)
      .map(({ mode, before, after }) => ({
        mode,
        role: after.role,
        from: before.color.hex,
        to: after.color.hex,
        delta_e: distance(before.color.hex, after.color.hex),
      })),
    worse_contrast: pairs.flatMap(({ mode, before, after }) => {
      const [was, is] = [before.on, after.on];
      if (was === null || is === null || shownRatio(is.ratio) >= shownRatio(was.ratio)) return [];
      return [
        {
          mode,
          role: after.role,
          on: is.role,
          from: shownRatio(was.ratio),
          to: shownRatio(is.ratio),
          required_ratio: is.required,
          passes: is.ratio >= is.required,
        },
      ];
    }),
    tokens: tokenChanges(from, to),
    renamed: Object.entries(to.renamed)
      .filter(([name, now]) => from.renamed[name] !== now)
      .map(([name, now]) => ({ from: name, to: now })),
  };
};
