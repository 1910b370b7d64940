import { rgbOfHex } from '../color/color.ts';
import { shownRatio } from '../color/contrast-ratio.ts';
import { deltaEok, oklabOfRgb } from '../color/oklab.ts';
import { modeKey } from './theme-json.ts';
import { roleModes } from './theme-modes.ts';
import type { Theme } from './theme.ts';

const distance = (one: string, other: string): number =>
  Number(deltaEok(oklabOfRgb(rgbOfHex(one)), oklabOfRgb(rgbOfHex(other))).toFixed(4));

const byPath = (theme: Theme): ReadonlyMap<string, string> => {
  const contexts = theme.contexts.map(
    ({ name, tokens }) => [name, new Map(tokens.map(({ path, value }) => [path.join('.'), value]))] as const,
  );
  return new Map(
    theme.resolved.map(({ path, type, value }) => {
      const key = path.join('.');
      const inModes = contexts.map(([name, values]) => [name, values.get(key)]);
      return [key, JSON.stringify([type, value, inModes.filter(([, own]) => own !== undefined)])];
    }),
  );
};

const tokenChanges = (from: Theme, to: Theme) => {
  const [before, after] = [byPath(from), byPath(to)];
  return {
    added: [...after.keys()].filter((path) => !before.has(path)),
    removed: [...before.keys()].filter((path) => !after.has(path)),
    changed: [...after]
      .filter(([path, value]) => (before.get(path) ?? value) !== value)
      .map(([path]) => path),
  };
};

/**
 * Lists the changes between two versions of a theme: roles by mode, contrast that got worse,
 * tokens, and retired names.
 */
export const compareThemes = (from: Theme, to: Theme) => {
  const pairs = roleModes(to).flatMap((mode) =>
    (to.modes[mode] ?? []).flatMap((after) => {
      const before = from.modes[mode]?.find(({ role }) => role === after.role);
      return before === undefined ? [] : [{ mode: modeKey(mode), before, after }];
    }),
  );
  return {
    from: from.version,
    to: to.version,
    changed: pairs
      .filter(
        ({ before, after }) =>
          before.color.hex !== after.color.hex || before.color.alpha !== after.color.alpha,
      )
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
