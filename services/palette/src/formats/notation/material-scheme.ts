import type { NamedRole } from './named-modes.ts';

/** Which of our roles each colour of a Material 3 scheme is, as Compose and Flutter call it. */
const MATERIAL: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ['primary', 'secondary', 'tertiary', 'error'].flatMap((accent) => {
      const name = `${accent[0]?.toUpperCase() ?? ''}${accent.slice(1)}`;
      return [
        [accent, accent],
        [`on${name}`, `on-${accent}`],
        [`${accent}Container`, `${accent}-container`],
        [`on${name}Container`, `on-${accent}-container`],
      ];
    }),
  ),
  surface: 'surface',
  onSurface: 'on-surface',
  onSurfaceVariant: 'on-surface-variant',
  outline: 'border',
};

/**
 * `primary = lightPrimary`: a Material colour and the constant that it is in a mode.
 * @param place of the mode
 */
export const materialColors = (
  roles: readonly NamedRole[],
  place: number,
  more: Readonly<Record<string, string>>,
): (readonly [string, string])[] => {
  return Object.entries({ ...MATERIAL, ...more }).flatMap(([name, wanted]) => {
    const constant = roles.find(({ role }) => role === wanted)?.constants[place];
    return constant === undefined ? [] : [[name, constant] as const];
  });
};
