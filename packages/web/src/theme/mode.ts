import type { PageRole } from '@platform/pages/palette-contract';

/** The roles of a theme in a mode. */
export type Mode = Readonly<Record<string, PageRole>>;

/** The colour of a role as CSS writes it: with its opacity, if it has one. */
export const colorOf = ({ hex, alpha }: Pick<PageRole, 'hex' | 'alpha'>): string =>
  alpha === 1
    ? hex
    : `${hex}${Math.round(alpha * 255)
        .toString(16)
        .padStart(2, '0')}`;

/** Whether a colour is dark, by the sum of its channels as eyes weigh them. */
const isDark = (hex: string): boolean => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
};

/** A mode's roles as variables of CSS, and whether it is one for dark pages. */
export const paintOf = (mode: Mode): Record<string, string> => ({
  colorScheme: isDark(mode['background']?.hex ?? '#ffffff') ? 'dark' : 'light',
  ...Object.fromEntries(Object.entries(mode).map(([role, color]) => [`--${role}`, colorOf(color)])),
});
