import type { StandardMode, ThemeMode } from '../theme.ts';

/** The parameters of a mode. Lightness and chroma are OKLCH, ratios are WCAG 2.2. */
export interface ModePlan {
  /** Least ratio of text: 4.5 is AA, 7 is AAA. */
  readonly text: number;
  /** Least ratio of shapes, borders and the focus ring on the background: 3 is AA (1.4.11). */
  readonly shape: number;
  readonly background: number;
  readonly surface: number;
  readonly surfaceVariant: number;
  /** Initial lightness of text, before it is moved to reach its ratio. */
  readonly onGround: number;
  readonly onGroundMuted: number;
  readonly container: { readonly l: number; readonly c: number };
  readonly onContainer: number;
  /** The share of the neutral's chroma that greys keep. */
  readonly tint: number;
}

const MODE_PLANS: Readonly<Record<StandardMode, ModePlan>> = {
  light: {
    text: 4.5,
    shape: 3,
    background: 0.985,
    surface: 1,
    surfaceVariant: 0.95,
    onGround: 0.22,
    onGroundMuted: 0.48,
    container: { l: 0.93, c: 0.05 },
    onContainer: 0.35,
    tint: 1,
  },
  dark: {
    text: 4.5,
    shape: 3,
    background: 0.17,
    surface: 0.21,
    surfaceVariant: 0.27,
    onGround: 0.95,
    onGroundMuted: 0.76,
    container: { l: 0.32, c: 0.07 },
    onContainer: 0.9,
    tint: 1,
  },
  'high-contrast': {
    text: 7,
    shape: 4.5,
    background: 1,
    surface: 1,
    surfaceVariant: 0.96,
    onGround: 0,
    onGroundMuted: 0.3,
    container: { l: 0.95, c: 0.04 },
    onContainer: 0.25,
    tint: 0,
  },
  'high-contrast-dark': {
    text: 7,
    shape: 4.5,
    background: 0,
    surface: 0,
    surfaceVariant: 0.22,
    onGround: 1,
    onGroundMuted: 0.88,
    container: { l: 0.26, c: 0.06 },
    onContainer: 0.95,
    tint: 0,
  },
};

const PLANS = new Map<ThemeMode, ModePlan>(Object.entries(MODE_PLANS));

/** How dark a page is whose name says so. */
const DARK_NAME = /(?:^|-)(?:dark|night|midnight|dim|dimmed|black)(?:-|$)/;

/** True if a mode is dark: by its background, or else by its name. @param background its lightness */
export const isDarkMode = (mode: ThemeMode, background?: number): boolean =>
  !PLANS.has(mode) && background !== undefined ? background < 0.5 : DARK_NAME.test(mode);

/**
 * The parameters of a mode; one that the tokens bring is like the dark or the light one.
 * @param background lightness of its background, if the client set that
 */
export const planOf = (mode: ThemeMode, background?: number): ModePlan => {
  const contrast = /(?:^|-)contrast(?:-|$)/.test(mode) ? 'high-contrast' : '';
  if (!isDarkMode(mode, background))
    return PLANS.get(mode) ?? MODE_PLANS[contrast === '' ? 'light' : contrast];
  return PLANS.get(mode) ?? MODE_PLANS[contrast === '' ? 'dark' : 'high-contrast-dark'];
};
