import type { ErrorDetail } from '@platform/errors';
import type { BodyRead } from '@platform/http';
import type { ThemePageContent } from '@platform/pages';

import type { Palette } from '../palettes/palette.ts';
import type { WrittenMembers, WrittenTheme, WrittenThemeWithPalette } from './theme.ts';
import type { SentTheme, TokenOptions } from './themes-schema.ts';

/** The requests that bring a theme. */
export type ThemeBodyKind = 'create' | 'update' | 'derive';

/** A theme in JSON as the API shows it, and its entity tag. */
export interface ThemeRecord {
  readonly json: string;
  readonly tag: string;
}

/** The recipe of a theme; tokens and old names are JSON. */
export interface WrittenRecipe extends Pick<WrittenTheme, 'tokens' | 'renamed' | 'adjust' | 'scheme'> {
  readonly options: TokenOptions | undefined;
  readonly palette: Palette;
}

/**
 * Everything that takes long with the tokens of a large theme. It takes and returns JSON, and what can
 * be sent to a process.
 */
export interface ThemeFunctions {
  /** Reads a body by its schema. @throws 400 */
  readonly readBody: (sent: {
    bytes: Uint8Array;
    strict: boolean;
    kind: ThemeBodyKind;
  }) => BodyRead<SentTheme>;
  /** The palette's id in a body that was refused. */
  readonly paletteId: (sent: { bytes: Uint8Array }) => string;
  /**
   * Faults of tokens and old names in a body that was refused. `palette` is null for one that isn't
   * known.
   */
  readonly faults: (sent: { bytes: Uint8Array; palette: Palette | null }) => readonly ErrorDetail[];
  /** Derives a theme's members. @throws 400 with every fault */
  readonly derive: (recipe: WrittenRecipe) => WrittenMembers;
  /** Returns the theme that a recipe would give, in JSON. @throws 400 with every fault */
  readonly tryRecipe: (recipe: WrittenRecipe) => string;
  readonly record: (theme: WrittenThemeWithPalette & { previewUrl: string }) => ThemeRecord;
  /** The changes between two versions, in JSON. */
  readonly diff: (versions: { from: WrittenTheme; to: WrittenTheme }) => string;
  /** With all modes, as the export `css` has it. @throws 400, as that does */
  readonly styleSheet: (theme: WrittenThemeWithPalette) => Promise<string>;
  /** Content of a preview link's page. */
  readonly preview: (theme: WrittenThemeWithPalette) => ThemePageContent;
}

/** The caller, and how many characters or bytes there are to read. */
export interface WorkLoad {
  readonly organisation: string;
  readonly length: number;
}

/**
 * Does work on themes: small ones at once, large ones in the reading process.
 * @throws what the function throws; 400 for what takes too long or too much memory; 503 if too many wait
 */
export type ThemeWork = <Name extends keyof ThemeFunctions>(
  name: Name,
  argument: Parameters<ThemeFunctions[Name]>[0],
  load: WorkLoad,
) => Promise<Awaited<ReturnType<ThemeFunctions[Name]>>>;
