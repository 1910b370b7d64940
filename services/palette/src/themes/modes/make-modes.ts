import type { ThemeMode, ThemeRole } from '../theme.ts';
import { collectRoles } from './collect-roles.ts';
import { MODE_PLANS } from './mode-plan.ts';
import type { ModePlan } from './mode-plan.ts';
import { ACCENTS } from './roles.ts';
import type { Seeds } from './seeds.ts';
import { addPage } from './add-page.ts';
import { addAccent } from './add-accent.ts';

export interface ModeOptions {
  /** Whether set colours are moved in lightness to reach their contrast, instead of kept. */
  readonly adjust: boolean;
}

const makeMode = (seeds: Seeds, plan: ModePlan, { adjust }: ModeOptions): readonly ThemeRole[] => {
  const isAccent = (role: string): boolean => (ACCENTS as readonly string[]).includes(role);
  // An adjusted accent is derived from its seed, which is the set colour.
  const set = adjust ? new Map([...seeds.set].filter(([role]) => !isAccent(role))) : seeds.set;
  const collected = collectRoles(set, adjust);
  const grounds = addPage(collected, seeds, plan);
  for (const accent of ACCENTS) addAccent(collected, accent, seeds.accents[accent], grounds, plan);
  return collected.roles;
};

/**
 * Light, dark and two high-contrast sets of roles. A colour that the client set is kept in every
 * mode unless `adjust` is given. All other roles are derived so that every `on-…` role reaches AA
 * on its ground, AAA in high contrast, wherever the set colours permit it.
 */
export const makeModes = (
  seeds: Seeds,
  options: ModeOptions = { adjust: false },
): Readonly<Record<ThemeMode, readonly ThemeRole[]>> => ({
  light: makeMode(seeds, MODE_PLANS.light, options),
  dark: makeMode(seeds, MODE_PLANS.dark, options),
  'high-contrast': makeMode(seeds, MODE_PLANS['high-contrast'], options),
  'high-contrast-dark': makeMode(seeds, MODE_PLANS['high-contrast-dark'], options),
});
