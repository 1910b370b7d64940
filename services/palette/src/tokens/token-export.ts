import type { ErrorDetail } from '@platform/errors';

import type { ColorSyntax } from '../formats/export-format.ts';
import type { DesignToken } from '../formats/token.ts';
import type { ThemeMode } from '../themes/theme.ts';

export type ExportStatus = 'queued' | 'processing' | 'completed' | 'failed';

/** The modes of a theme, by their names in the API. */
export const MODES = {
  light: 'light',
  dark: 'dark',
  high_contrast: 'high-contrast',
  high_contrast_dark: 'high-contrast-dark',
} as const satisfies Record<string, ThemeMode>;

export type ModeName = keyof typeof MODES;

/** How the tokens are made and written; every option has a value here. */
export interface ExportOptions {
  readonly color_syntax: ColorSyntax;
  /** Display P3 values: of all colours, of none, or (`auto`) of those that sRGB can't show. */
  readonly p3: boolean | 'auto';
  /** Whether each colour of a palette brings its scale from 50 to 950. */
  readonly shades: boolean;
  /** What the tokens of a palette are named by: `base`, or `steel-blue`. */
  readonly names: 'role' | 'color';
  readonly comments: boolean;
  /** The one mode of a theme that is exported; null for all of them. */
  readonly mode: ModeName | null;
}

/** What became wrong, in words for the client. */
export interface ExportError {
  readonly code: string;
  readonly message: string;
  readonly details: readonly ErrorDetail[];
}

/** The file of a completed export, without its content. */
export interface ExportResult {
  readonly filename: string;
  readonly mediaType: string;
  /** Size in bytes. */
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

export interface TokenExport {
  /** TypeID `exp_…`. */
  readonly id: string;
  readonly organisation: string;
  readonly status: ExportStatus;
  readonly format: string;
  readonly prefix: string | null;
  readonly paletteId: string | null;
  readonly themeId: string | null;
  readonly options: ExportOptions;
  /** How often a worker has begun with it. */
  readonly attempts: number;
  readonly error: ExportError | null;
  readonly result: ExportResult | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  /** When it was completed or failed. */
  readonly finishedAt: Date | null;
  /** From when on it is no longer found. */
  readonly expiresAt: Date | null;
}

/** A new export, with what is to be written. */
export interface NewExport extends Pick<
  TokenExport,
  'id' | 'organisation' | 'format' | 'prefix' | 'paletteId' | 'themeId' | 'options'
> {
  readonly tokens: readonly DesignToken[];
  /** Hash of all that decides the file. */
  readonly fingerprint: Buffer;
  /** Seconds for which the result is kept. */
  readonly lifetime: number;
}

/** Whether nothing will change any more. */
export const isFinished = ({ status }: Pick<TokenExport, 'status'>): boolean =>
  status === 'completed' || status === 'failed';

/** How far an export is, in percent. */
export const progressOf = ({ status }: Pick<TokenExport, 'status'>): number =>
  ({ queued: 0, processing: 50, completed: 100, failed: 100 })[status];
