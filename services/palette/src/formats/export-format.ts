import type { DesignToken } from './token.ts';

/** How web formats write a colour. */
export const COLOR_SYNTAXES = ['hex', 'rgb', 'oklch'] as const;
export type ColorSyntax = (typeof COLOR_SYNTAXES)[number];

/** The options that a format may honour; one that it doesn't list is refused, not ignored. */
export type FormatOption = 'color_syntax' | 'p3' | 'comments';

export interface RenderOptions {
  /** First part of every name: `brand` → `--brand-base`, `BrandColors.base`. */
  readonly prefix: string;
  readonly colorSyntax: ColorSyntax;
  /**
   * Display P3 values beside the sRGB ones: of all colours (true), of none (false),
   * or of those that sRGB can't show (`auto`).
   */
  readonly p3: boolean | 'auto';
  readonly comments: boolean;
}

/** A target that tokens are written for. One file and one line in the registry each. */
export interface ExportFormat {
  /** `^[a-z][a-z0-9-]*$`, stable. */
  readonly id: string;
  readonly title: string;
  /** What reads the file. */
  readonly target: string;
  readonly mediaType: string;
  /** With its dot: `.css`, `.tokens.json`. */
  readonly extension: string;
  /** Where the target documents what it reads. */
  readonly docs: string;
  /** Whether it holds tokens of every type, or colours only and leaves the others out. */
  readonly holds: 'colors' | 'all';
  readonly options: readonly FormatOption[];
  /** The file's name without its extension; the prefix itself unless the target expects a type's name. */
  readonly fileName?: (prefix: string) => string;
  /**
   * Writes the file. Pure: the same tokens and options give the same bytes.
   * Throws an `AppError` of kind `invalid` for tokens that the format can't hold: with the code `name_collision` if two would
   * get one name.
   */
  render(
    tokens: readonly DesignToken[],
    options: RenderOptions,
  ): string | Uint8Array | Promise<string | Uint8Array>;
}
