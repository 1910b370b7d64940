import type { SchemeId } from './modes/material-schemes.ts';
import type { Oklch, P3 } from '../color/color.ts';
import type { Palette } from '../palettes/palette.ts';

/** The modes that every theme has, whatever others its tokens bring. */
export const THEME_MODES = ['light', 'dark', 'high-contrast', 'high-contrast-dark'] as const;
export type StandardMode = (typeof THEME_MODES)[number];
/** The name of a mode: one of the four, or one that the tokens bring. */
export type ThemeMode = string;

/** A colour of a theme, in sRGB. */
export interface ThemeColor {
  /** Six lower-case hex digits with `#`. */
  readonly hex: string;
  readonly oklch: Oklch;
  readonly p3: P3;
  /** Opacity 0–1 of a colour that the client set; absent for opaque ones. */
  readonly alpha?: number;
}

/**
 * One role of a mode: `background`, `on-background`, `primary`, `on-primary`, `border`, `focus`, …
 */
export interface ThemeRole {
  /** `^[a-z][a-z-]*$`, unique in its mode; the same roles in the same order in every mode. */
  readonly role: string;
  readonly color: ThemeColor;
  /**
   * The role that this one is placed on, with its WCAG ratio there; null if the role is itself a
   * ground.
   */
  readonly on: { readonly role: string; readonly ratio: number; readonly required: number } | null;
  readonly description: string;
}

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A group's own description and extensions. */
export interface GroupNote {
  /** Empty for the whole tree. */
  readonly path: readonly string[];
  readonly description?: string;
  readonly extensions?: { readonly [name: string]: Json };
}

/** A token of the client's set, with aliases resolved. */
export interface ResolvedToken {
  /** Names from the root of the tree: `['color', 'brand']`. */
  readonly path: readonly string[];
  /** DTCG `$type`: `color`, `dimension`, `shadow`, … */
  readonly type: string;
  /** `$value` without aliases; a colour is a DTCG colour object with `hex`. */
  readonly value: Json;
  readonly description: string | null;
  /** The path of the token that it refers to, if its whole value is a reference. */
  readonly alias?: readonly string[];
  /** `$value` with its references, `{group.token}`, if parts of it are references. */
  readonly written?: Json;
  /** `$deprecated` of the token or of the nearest group that has one: why, or just true. */
  readonly deprecated?: string | true;
  /** `$extensions` of the token, without its values in modes. */
  readonly extensions?: { readonly [name: string]: Json };
  /** The groups around it, if it is the first token in them and they say something of themselves. */
  readonly groups?: readonly GroupNote[];
}

/** A mode that tokens bring values for: a context of a modifier (DTCG Resolver Module 2025.10). */
export interface ThemeContext {
  /** `dark`, `dim`, `compact`; unique in the theme. */
  readonly name: ThemeMode;
  /** Modes of different modifiers apply at the same time. Those of `mode` have roles. */
  readonly modifier: string;
  /** The tokens whose value differs from the one without a mode, resolved in this mode. */
  readonly tokens: readonly ResolvedToken[];
}

/** Roles by mode: those of the four modes, and of any others. */
export type ModeRoles = Readonly<Record<StandardMode, readonly ThemeRole[]>> &
  Readonly<Record<ThemeMode, readonly ThemeRole[]>>;

/** A saved theme: a token set combined with the colours of a palette. */
export interface Theme {
  /** TypeID `thm_…`. */
  readonly id: string;
  readonly workspaceId: string;
  readonly paletteId: string;
  readonly name: string;
  readonly description: string | null;
  /** The tokens as the client sent them. */
  readonly tokens: { readonly [key: string]: Json };
  readonly resolved: readonly ResolvedToken[];
  /** Modes that the tokens define. */
  readonly contexts: readonly ThemeContext[];
  readonly modes: ModeRoles;
  /** True if set colours are moved in lightness to reach their contrast. */
  readonly adjust: boolean;
  /** The Material scheme that its other colours come from; null for those of the palette. */
  readonly scheme: SchemeId | null;
  /** Earlier names of roles and tokens, each with the name that replaces it. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly warnings: readonly string[];
  /** From 1; counts how often the roles were derived again. */
  readonly version: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** Members of a theme that grow with its tokens. */
export const WRITTEN_MEMBERS = ['tokens', 'renamed', 'resolved', 'contexts', 'modes', 'warnings'] as const;
type WrittenMember = (typeof WRITTEN_MEMBERS)[number];

/** Members of a theme in JSON. */
export type WrittenMembers = Readonly<Record<WrittenMember, string>>;

/**
 * A theme whose large members are still JSON, as they are stored: whoever passes it on needn't read
 * it, and the main thread doesn't read large ones.
 */
export type WrittenTheme = Omit<Theme, WrittenMember> & WrittenMembers;

/** Reads the large members. */
export const readTheme = (written: WrittenTheme): Theme => {
  const members = WRITTEN_MEMBERS.map((name) => [name, JSON.parse(written[name]) as unknown]);
  return { ...written, ...(Object.fromEntries(members) as Pick<Theme, WrittenMember>) };
};

/** Characters of JSON in a theme. */
export const lengthOfTheme = (theme: WrittenMembers): number =>
  WRITTEN_MEMBERS.reduce((sum, name) => sum + theme[name].length, 0);

/** A theme with its palette. */
export interface ThemeWithPalette {
  readonly theme: Theme;
  readonly palette: Palette;
}

/** A stored theme with its palette. */
export interface WrittenThemeWithPalette {
  readonly theme: WrittenTheme;
  readonly palette: Palette;
}
