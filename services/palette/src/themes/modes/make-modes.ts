import { THEME_MODES } from '../theme.ts';
import type { ModeRoles, ThemeMode, ThemeRole } from '../theme.ts';
import { collectRoles } from './collect-roles.ts';
import { planOf } from './mode-plan.ts';
import type { ModePlan } from './mode-plan.ts';
import { ACCENTS } from './roles.ts';
import type { Seeds } from './seeds.ts';
import { addPage } from './add-page.ts';
import { addAccent, chooseSignals } from './add-accent.ts';

export interface ModeOptions {
  /** Whether set colours are moved in lightness to reach their contrast, instead of kept. */
  readonly adjust: boolean;
  /** The modes to make, the four of every theme first. */
  readonly names: readonly ThemeMode[];
}

const makeMode = (
  seeds: Seeds,
  plan: ModePlan,
  { adjust }: Pick<ModeOptions, 'adjust'>,
): readonly ThemeRole[] => {
  const isAccent = (role: string): boolean => (ACCENTS as readonly string[]).includes(role);
  // An adjusted accent is derived from its seed, which is the set colour.
  const set = adjust ? new Map([...seeds.set].filter(([role]) => !isAccent(role))) : seeds.set;
  const collected = collectRoles(set, adjust);
  const grounds = addPage(collected, seeds, plan);
  const signals = chooseSignals({ ...seeds, set }, grounds.slice(0, 2), plan);
  for (const accent of ACCENTS) addAccent(collected, accent, seeds.accents[accent], grounds, plan, signals);
  return collected.roles;
};

/**
 * A set of roles for each mode. A colour that the client set for a mode is kept in it unless `adjust`
 * is given. All other roles are derived so that every `on-…` role reaches AA on its ground, AAA in
 * high contrast, wherever the set colours permit it.
 * @param seedsIn what a mode is derived from
 */
export const makeModes = (
  seedsIn: (mode: ThemeMode) => Seeds,
  { adjust = false, names = THEME_MODES }: Partial<ModeOptions> = {},
): ModeRoles => {
  const made = names.map((name) => {
    const seeds = seedsIn(name);
    return [name, makeMode(seeds, planOf(name, seeds.set.get('background')?.oklch.l), { adjust })] as const;
  });
  return Object.fromEntries(made) as unknown as ModeRoles;
};
