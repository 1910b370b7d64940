import { invalid } from '@platform/errors';

import { shownRatio } from '../color/contrast-ratio.ts';
import type { Palette } from '../palettes/palette.ts';
import { checkTokens } from './check-tokens.ts';
import { addAccent, addPage, chooseSignals } from './modes/add-accent.ts';
import { collectRoles } from './modes/collect-roles.ts';
import { planOf } from './modes/mode-plan.ts';
import type { ModePlan } from './modes/mode-plan.ts';
import { ACCENTS, collisionWarnings, sameNameWarnings } from './modes/roles.ts';
import { seedsOf } from './modes/seeds.ts';
import type { Seeds } from './modes/seeds.ts';
import { roleModes, tokensInMode } from './theme-modes.ts';
import { THEME_MODES } from './theme.ts';
import type { ModeRoles, Theme, ThemeMode, ThemeRole } from './theme.ts';
import type { TokenOptions } from './themes-schema.ts';
import { paletteTokens } from './tokens/palette-tokens.ts';

interface ModeOptions {
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

/** One warning for each pair that the client's colours keep from reaching its ratio. */
export const contrastWarnings = (
  modes: Theme['modes'],
  names: readonly ThemeMode[] = THEME_MODES,
): string[] =>
  names.flatMap((mode) =>
    (modes[mode] ?? []).flatMap(({ role, on }) => {
      if (on === null || on.ratio >= on.required) return [];
      const reached = shownRatio(on.ratio).toFixed(2);
      const instead = (ACCENTS as readonly string[]).includes(role)
        ? ` Use ${role}-border to outline it, and ${role}-text for text.`
        : '';
      return [`${role} on ${on.role} reaches ${reached}:1 in ${mode}, below ${on.required}:1.${instead}`];
    }),
  );

const TRANSLUCENT = 'The palette is translucent; the roles of the theme are opaque.';

/** A theme's inputs, beside its palette. */
export type Recipe = Pick<Theme, 'tokens' | 'adjust' | 'scheme' | 'renamed'>;

/** Derives a theme's content from its palette and tokens. @throws 400 with every fault */
export const deriveTheme = (
  { tokens, adjust, scheme, renamed }: Recipe,
  palette: Palette,
  options?: TokenOptions,
) => {
  const checked = checkTokens(tokens, renamed, paletteTokens(palette), options);
  const { tree, warnings, resolved, contexts, faults } = checked;
  if (faults.length > 0) throw invalid(faults);
  const names = roleModes({ contexts });
  // Most themes say nothing of modes: their seeds are the same in all.
  const plain = seedsOf(palette, resolved, scheme);
  const seedsIn = (mode: ThemeMode): Seeds => {
    const tokens = tokensInMode({ resolved, contexts }, mode);
    return tokens === resolved ? plain : seedsOf(palette, tokens, scheme);
  };
  const modes = makeModes(seedsIn, { adjust, names });
  const translucent = palette.baseColor.alpha < 1 ? [TRANSLUCENT] : [];
  return {
    tokens: checked.tokens,
    resolved,
    contexts,
    modes,
    warnings: [
      ...translucent,
      ...warnings,
      ...collisionWarnings(tree),
      ...sameNameWarnings(resolved),
      ...contrastWarnings(modes, names),
    ],
  };
};
