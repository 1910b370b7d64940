import type { ErrorDetail } from '@platform/errors';
import { entityTag, fingerprintOf, readJsonInput } from '@platform/http';
import type { BodyRead } from '@platform/http';
import type { ThemePageContent } from '@platform/pages';
import { tokensOfTheme, themeTokens } from './exports/collect-tokens.ts';
import { writtenTokens } from './exports/token-export.ts';
import type { WrittenTokens, ExportOptions } from './exports/token-export.ts';
import { css } from './formats/css.ts';
import { renderFormat } from './formats/write-file.ts';
import type { Palette } from './palettes/palette.ts';
import { faultsInBody, paletteIdIn } from './themes/check-tokens.ts';
import { deriveTheme } from './themes/derive-theme.ts';
import { compareThemes } from './themes/compare-themes.ts';
import { modesJson, pageContent, themeJson } from './themes/theme-json.ts';
import { readTheme } from './themes/theme.ts';
import type { Json, Theme, WrittenMembers, WrittenTheme, WrittenThemeWithPalette } from './themes/theme.ts';
import { createThemeBody, deriveThemeBody, updateThemeBody } from './themes/themes-schema.ts';
import type { SentTheme } from './themes/themes-schema.ts';
import type { ThemeBodyKind, ThemeFunctions, ThemeRecord, WrittenRecipe } from './themes/theme-work.ts';

const BODIES = { create: createThemeBody, update: updateThemeBody, derive: deriveThemeBody };

const PREVIEW = 'preview_url';

/** Characters from which it matters how a text is sent. */
const LONG = 256 * 1024;

/**
 * JSON, in ASCII if it is long: between processes and to clients that goes as it is, while other texts
 * have to be counted and encoded, which holds up everybody else for as long.
 */
export const plainJson = (value: unknown): string => {
  const text = JSON.stringify(value);
  if (text.length < LONG) return text;
  const ascii = text.replaceAll(
    /[^\0-\x7F]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  // V8 keeps it with two bytes a letter otherwise, as the text was.
  return Buffer.from(ascii, 'latin1').toString('latin1');
};

const parse = (text: string): unknown => JSON.parse(text);

/** jsonb keeps the names of objects in this order, which a record must have from the start. */
const inStoredOrder = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return (value as readonly unknown[]).map(inStoredOrder);
  const entries = Object.entries(value).map(([name, item]) => [name, inStoredOrder(item)] as const);
  const size = (name: string): number => Buffer.byteLength(name);
  entries.sort(
    ([one], [other]) => size(one) - size(other) || Buffer.compare(Buffer.from(one), Buffer.from(other)),
  );
  return Object.fromEntries(entries);
};

const derive = ({ tokens, renamed, adjust, scheme, options, palette }: WrittenRecipe) =>
  deriveTheme(
    {
      tokens: parse(tokens) as Theme['tokens'],
      renamed: parse(renamed) as Theme['renamed'],
      adjust,
      scheme,
    },
    palette,
    options,
  );

/** Reads a body of JSON that nobody has checked; null when it is none. */
const unchecked = (bytes: Uint8Array): Json => {
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as Json;
  } catch {
    return null;
  }
};

/**
 * Everything that takes long with the tokens of a large theme. Runs in the reading process, or at once
 * for small themes: takes and returns JSON, and what can be sent to a process.
 */
export const themeFunctions = {
  /** Reads a body by its schema. @throws 400 */
  readBody: ({
    bytes,
    strict,
    kind,
  }: {
    bytes: Uint8Array;
    strict: boolean;
    kind: ThemeBodyKind;
  }): BodyRead<SentTheme> => {
    const { value, ignored } = readJsonInput(BODIES[kind], bytes, strict);
    const { tokens, renamed, ...rest } = value;
    return {
      value: {
        ...rest,
        ...(tokens === undefined ? {} : { tokens: JSON.stringify(tokens) }),
        ...(renamed === undefined ? {} : { renamed: JSON.stringify(renamed ?? {}) }),
      },
      ignored,
      fingerprint: fingerprintOf(value),
    };
  },
  /** The palette's id in a body that was refused. */
  paletteId: ({ bytes }: { bytes: Uint8Array }): string => paletteIdIn(unchecked(bytes)),
  /**
   * Faults of tokens and old names in a body that was refused.
   * @param given null for a palette that isn't known
   */
  faults: ({ bytes, palette }: { bytes: Uint8Array; palette: Palette | null }): readonly ErrorDetail[] =>
    faultsInBody(unchecked(bytes), palette),
  /** Derives a theme's members. @throws 400 with every fault */
  derive: (recipe: WrittenRecipe): WrittenMembers => {
    const { tokens, resolved, contexts, modes, warnings } = derive(recipe);
    return {
      tokens: JSON.stringify(tokens),
      renamed: recipe.renamed,
      resolved: JSON.stringify(resolved),
      contexts: JSON.stringify(inStoredOrder(contexts)),
      modes: JSON.stringify(modes),
      warnings: JSON.stringify(warnings),
    };
  },
  /** Returns the theme that a recipe would give, in JSON. @throws 400 with every fault */
  tryRecipe: (recipe: WrittenRecipe): string => {
    const derived = derive(recipe);
    return plainJson({ modes: modesJson(derived), warnings: derived.warnings });
  },
  record: ({ theme, palette, previewUrl }: WrittenThemeWithPalette & { previewUrl: string }): ThemeRecord => {
    const data = themeJson({ theme: readTheme(theme), palette }, previewUrl);
    return { json: plainJson(data), tag: entityTag(data, [PREVIEW]) };
  },
  /** The changes between two versions, in JSON. */
  diff: ({ from, to }: { from: WrittenTheme; to: WrittenTheme }): string =>
    plainJson(compareThemes(readTheme(from), readTheme(to))),
  /** With all modes, as the export `css` has it. @throws 400, as that does */
  styleSheet: async ({ theme, palette }: WrittenThemeWithPalette): Promise<string> => {
    const tokens = tokensOfTheme(readTheme(theme), null, palette);
    const options = { prefix: 'theme', colorSyntax: 'hex', p3: 'auto', comments: false } as const;
    const text = await renderFormat(css, tokens, options);
    if (typeof text !== 'string') throw new Error('CSS is one text.');
    return text;
  },
  /** Content of a preview link's page. */
  preview: ({ theme, palette }: WrittenThemeWithPalette): ThemePageContent =>
    pageContent({ theme: readTheme(theme), palette }),
  /**
   * The tokens of an export in JSON.
   * @param head what else determines the file
   * @throws 400 for an unknown mode, and for groups without tokens
   */
  exportTokens: ({
    theme,
    palette,
    options,
    head,
  }: WrittenThemeWithPalette & { options: ExportOptions; head: readonly unknown[] }): WrittenTokens =>
    writtenTokens(themeTokens(readTheme(theme), palette, options), head),
} satisfies ThemeFunctions & Readonly<Record<'exportTokens', unknown>>;
