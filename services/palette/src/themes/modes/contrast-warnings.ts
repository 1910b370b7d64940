import { shownRatio } from '../../color/contrast-ratio.ts';
import { THEME_MODES } from '../theme.ts';
import type { ThemeMode, ThemeRole } from '../theme.ts';
import { ACCENTS } from './roles.ts';

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
