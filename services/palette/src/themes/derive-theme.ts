import { invalid } from '@platform/errors';
import type { Oklch, Rgb } from '../color/color.ts';
import { BLACK, contrastRatio, shownRatio, WHITE, composite, suggest } from '../color/contrast-ratio.ts';
import { rgbKeepingHue, p3OfOklch, oklabOfRgb, oklchOfOklab } from '../color/oklab.ts';
import type { Palette } from '../palettes/palette.ts';
import { checkTokens } from './check-tokens.ts';
import { ACCENTS, collisionWarnings, sameNameWarnings, planOf } from './modes/roles.ts';
import type { Accent, ModePlan } from './modes/roles.ts';
import { seedsOf } from './modes/seeds.ts';
import type { Seeds, SeedColor } from './modes/seeds.ts';
import { roleModes, tokensInMode } from './theme-modes.ts';
import { THEME_MODES } from './theme.ts';
import type { ModeRoles, Theme, ThemeMode, ThemeRole, ThemeColor } from './theme.ts';
import type { TokenOptions } from './themes-schema.ts';
import { paletteTokens } from './tokens/dtcg-color.ts';
import { hexOfRgb } from '../color/color.ts';

/** The colour itself if it reaches the ratio on every ground, else the nearest lightness that does. */
const readable = (color: Oklch, grounds: readonly Rgb[], required: number): Rgb => {
  const ratioOf = (rgb: Rgb): number => Math.min(...grounds.map((ground) => contrastRatio(rgb, ground)));
  const rgb = rgbKeepingHue(color);
  return ratioOf(rgb) >= required ? rgb : suggest(color, ratioOf, required).rgb;
};

/**
 * White if it has enough contrast, as is customary on a coloured ground; else black if it has; else
 * the better one, which always reaches 4.58.
 */
const textOn = (ground: Rgb, required: number): Rgb => {
  const [white, black] = [contrastRatio(WHITE, ground), contrastRatio(BLACK, ground)];
  if (white >= required) return WHITE;
  return black >= required || black >= white ? BLACK : WHITE;
};

const themeColor = ({ rgb, oklch: { l, c, h }, alpha = 1 }: SeedColor): ThemeColor => {
  const oklch = { l: Number(l.toFixed(6)), c: Number(c.toFixed(6)), h: Number(h.toFixed(4)) % 360 };
  const color = { hex: hexOfRgb(rgb), oklch, p3: p3OfOklch(oklch) };
  return alpha < 1 ? { ...color, alpha: Number(alpha.toFixed(4)) } : color;
};

const ofRgb = (rgb: Rgb): SeedColor => ({ rgb, oklch: oklchOfOklab(oklabOfRgb(rgb)) });

/** A role that is placed on another one. */
interface RoleOn {
  /** The role below it, collected before. */
  readonly ground: string;
  /** Minimum WCAG ratio. */
  readonly required: number;
  readonly description: string;
}

/**
 * Collects the roles of a mode; each colour on a ground is recorded with its ratio.
 * @param set colours that replace the derived ones of their roles
 * @param adjust moves set colours in lightness until they reach their ratio
 */
const collectRoles = (set: ReadonlyMap<string, SeedColor>, adjust: boolean) => {
  const roles: ThemeRole[] = [];
  const colors = new Map<string, Rgb>();

  /** @returns the colour, and what is seen of it over the one below */
  const take = (role: string, given: SeedColor | undefined, derived: () => Rgb, below: Rgb) => {
    const color = given ?? ofRgb(derived());
    const seen = composite(color.rgb, color.alpha ?? 1, below);
    colors.set(role, seen);
    return { color, seen };
  };

  const ground = (role: string, derived: () => Rgb, description: string): Rgb => {
    const given = set.get(role);
    const { color, seen } = take(role, given, derived, colors.get('background') ?? WHITE);
    roles.push({ role, color: themeColor(color), on: null, description });
    return seen;
  };

  const on = (role: string, derived: () => Rgb, { ground: under, required, description }: RoleOn): Rgb => {
    const below = colors.get(under);
    if (below === undefined) throw new Error(`The role ${role} is on ${under}, which is not there yet.`);
    const given = set.get(role);
    const { color, seen } =
      given && adjust
        ? take(role, undefined, () => readable(given.oklch, [below], required), below)
        : take(role, given, derived, below);
    const ratio = contrastRatio(seen, below);
    roles.push({ role, color: themeColor(color), on: { role: under, ratio, required }, description });
    return seen;
  };

  return { roles, ground, on };
};

/** The roles of a mode being collected. */
type Roles = ReturnType<typeof collectRoles>;

/** The page, its surfaces, and what is on them. Returns the grounds. */
const addPage = ({ ground, on }: Roles, seeds: Seeds, plan: ModePlan): readonly Rgb[] => {
  const { text, shape } = plan;
  const neutral = (l: number): Oklch => ({ l, c: seeds.neutral.c * plan.tint, h: seeds.neutral.h });
  const plain = (l: number) => () => rgbKeepingHue(neutral(l));
  const { oklch: primary } = seeds.accents.primary;

  const background = ground('background', plain(plan.background), 'The page itself');
  on('on-background', () => readable(neutral(plan.onGround), [background], text), {
    ground: 'background',
    required: text,
    description: 'Text on the page',
  });
  const surface = ground('surface', plain(plan.surface), 'Cards, sheets and menus');
  on('on-surface', () => readable(neutral(plan.onGround), [surface], text), {
    ground: 'surface',
    required: text,
    description: 'Text on cards',
  });
  const variant = ground('surface-variant', plain(plan.surfaceVariant), 'Fields, table heads, chips');
  on(
    'on-surface-variant',
    () => readable(neutral(plan.onGroundMuted), [variant, surface, background], text),
    {
      ground: 'surface-variant',
      required: text,
      description: 'Secondary text; readable on every background',
    },
  );
  const grounds = [background, surface, variant];
  on('border', () => readable(neutral(plan.onGroundMuted), grounds, shape), {
    ground: 'surface',
    required: shape,
    description: 'Borders of fields and buttons',
  });
  on('focus', () => readable(primary, grounds, shape), {
    ground: 'background',
    required: shape,
    description: 'The ring around the focused element',
  });
  on('link', () => readable(primary, grounds, text), {
    ground: 'background',
    required: text,
    description: 'Links in text',
  });
  return grounds;
};

/** The accents for states. They appear side by side, so their texts have one colour. */
const SIGNALS = ['success', 'warning', 'error', 'info'] as const;
const isSignal = (accent: Accent): boolean => (SIGNALS as readonly Accent[]).includes(accent);

/** Least ratio of a fill on the page: in high contrast, text in the background's colour must reach AAA on it. */
const fillRatio = ({ text, shape }: ModePlan): number => (text > 4.5 ? text : shape);

/** How far lightness is moved at a time to find a fill. */
const STEP = 0.01;

/** Finds the fill closest in lightness that shows on the page and bears a text; null if there is none. */
const fillFor = (seed: Oklch, grounds: readonly Rgb[], plan: ModePlan, ink: Rgb): Rgb | null => {
  for (let distance = 0; distance <= 1; distance += STEP)
    for (const l of [seed.l - distance, seed.l + distance]) {
      if (l < 0 || l > 1) continue;
      const fill = rgbKeepingHue({ ...seed, l });
      const shows = grounds.every((ground) => contrastRatio(fill, ground) >= fillRatio(plan));
      if (shows && contrastRatio(ink, fill) >= plan.text) return fill;
    }
  return null;
};

/** Fills of success, warning, error and information, and the one colour of text on them. */
interface SignalColors {
  readonly ink: Rgb;
  /** The derived ones; set ones stay. */
  readonly fills: ReadonlyMap<Accent, Rgb>;
}

/**
 * Chooses black or white for the text on all four signals: what reads on the colours that the client
 * set, and then what has more contrast on the customary ones. Derived fills move to bear it. Null if
 * neither does.
 */
const chooseSignals = (
  { accents, set }: Seeds,
  grounds: readonly Rgb[],
  plan: ModePlan,
): SignalColors | null => {
  const given = SIGNALS.flatMap((accent) => set.get(accent)?.rgb ?? []);
  const derived = SIGNALS.filter((accent) => !set.has(accent));
  const least = (ink: Rgb): number =>
    Math.min(...derived.map((accent) => contrastRatio(ink, accents[accent].rgb)));
  const inks = [BLACK, WHITE]
    .filter((ink) => given.every((fill) => contrastRatio(ink, fill) >= plan.text))
    .sort((one, other) => least(other) - least(one));
  for (const ink of inks) {
    const fills = derived.map(
      (accent) => [accent, fillFor(accents[accent].oklch, grounds, plan, ink)] as const,
    );
    const found = fills.flatMap(([accent, fill]) => (fill === null ? [] : [[accent, fill] as const]));
    if (found.length === fills.length) return { ink, fills: new Map(found) };
  }
  return null;
};

/** The family of an accent: fill, text on the page, border and container. */
const addAccent = (
  { ground, on }: Roles,
  accent: Accent,
  { oklch: seed }: Seeds['accents'][Accent],
  grounds: readonly Rgb[],
  plan: ModePlan,
  signals: SignalColors | null,
): void => {
  const { text, shape, container } = plan;
  const signal = isSignal(accent) ? signals : null;
  const page = grounds.slice(0, 2);
  const fill = on(accent, () => signal?.fills.get(accent) ?? readable(seed, page, fillRatio(plan)), {
    ground: 'background',
    required: shape,
    description: `Filled shapes: ${accent}`,
  });
  on(`on-${accent}`, () => signal?.ink ?? textOn(fill, text), {
    ground: accent,
    required: text,
    description:
      signal === null
        ? `Text on ${accent}`
        : `Text on ${accent}; one colour on success, warning, error and info, chosen by contrast`,
  });
  on(`${accent}-text`, () => readable(seed, grounds, text), {
    ground: 'background',
    required: text,
    description: `Text on the page in the hue of ${accent}`,
  });
  on(`${accent}-border`, () => readable(seed, grounds, shape), {
    ground: 'background',
    required: shape,
    description: `Outlines in the hue of ${accent}`,
  });
  const quiet = ground(
    `${accent}-container`,
    () => rgbKeepingHue({ l: container.l, c: Math.min(container.c, seed.c), h: seed.h }),
    `Quiet ground: ${accent}`,
  );
  on(
    `on-${accent}-container`,
    () => readable({ l: plan.onContainer, c: Math.min(0.12, seed.c), h: seed.h }, [quiet], text),
    { ground: `${accent}-container`, required: text, description: `Text on ${accent}-container` },
  );
};

interface ModeOptions {
  /** True if set colours are moved in lightness to reach their contrast, instead of kept. */
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
