import type { Oklch, P3 } from '../color/color.ts';

/** The sets of colours that every theme has, each with every role. */
export const THEME_MODES = ['light', 'dark', 'high-contrast', 'high-contrast-dark'] as const;
export type ThemeMode = (typeof THEME_MODES)[number];

/** A colour of a theme; opaque, in sRGB. */
export interface ThemeColor {
  /** Six lower-case digits with `#`. */
  readonly hex: string;
  readonly oklch: Oklch;
  readonly p3: P3;
}

/** One role of a mode: `background`, `on-background`, `primary`, `on-primary`, `border`, `focus`, … */
export interface ThemeRole {
  /** `^[a-z][a-z-]*$`, unique in its mode; the same roles in the same order in every mode. */
  readonly role: string;
  readonly color: ThemeColor;
  /** The role that this one is read on, and the WCAG ratio reached there; null where the role is a ground itself. */
  readonly on: { readonly role: string; readonly ratio: number; readonly required: number } | null;
  readonly description: string;
}

/** A JSON value. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** A token of the client's token set, with its aliases resolved. */
export interface ResolvedToken {
  /** Names from the root of the tree: `['color', 'brand']`. */
  readonly path: readonly string[];
  /** DTCG `$type`: `color`, `dimension`, `shadow`, … */
  readonly type: string;
  /** `$value` without any alias in it; a colour is a DTCG colour object with `hex`. */
  readonly value: Json;
  readonly description: string | null;
}

/** A saved theme: a token set joined with the colours of a palette. */
export interface Theme {
  /** TypeID `thm_…`. */
  readonly id: string;
  readonly workspaceId: string;
  readonly paletteId: string;
  readonly name: string;
  /** The DTCG 2025.10 tree as the client sent it. */
  readonly tokens: { readonly [key: string]: Json };
  readonly resolved: readonly ResolvedToken[];
  readonly modes: Readonly<Record<ThemeMode, readonly ThemeRole[]>>;
  readonly warnings: readonly string[];
  readonly createdAt: Date;
}
