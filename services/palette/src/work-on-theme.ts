import type { ThemeTokensWork } from './exports/collect-tokens.ts';
import { workElsewhere } from './reading/read-elsewhere.ts';
import { themeFunctions } from './theme-functions.ts';
import type { ThemeWork, WorkLoad } from './themes/theme-work.ts';

/**
 * How many characters or bytes each function may take on the main thread: what holds it up for some
 * milliseconds at most, whatever they are. Deriving resolves every token in every mode.
 */
const MOST_AT_ONCE: Readonly<Record<keyof typeof themeFunctions, number>> = {
  readBody: 32_768,
  paletteId: 32_768,
  faults: 2_048,
  derive: 2_048,
  tryRecipe: 2_048,
  record: 131_072,
  diff: 131_072,
  styleSheet: 131_072,
  preview: 131_072,
  exportTokens: 131_072,
};

const work = async (
  name: keyof typeof themeFunctions,
  argument: unknown,
  { organisation, length }: WorkLoad,
): Promise<unknown> => {
  const here = themeFunctions[name] as (given: unknown) => unknown;
  if (length <= MOST_AT_ONCE[name]) return here(argument);
  return workElsewhere(name, argument, { organisation, length, field: 'tokens' });
};

/** @throws as `ThemeWork` says */
export const workOnTheme = work as ThemeWork;

/** @throws as `ThemeTokensWork` says */
export const workOnThemeTokens: ThemeTokensWork = (argument, load) =>
  work('exportTokens', argument, load) as ReturnType<ThemeTokensWork>;
