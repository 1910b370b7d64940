import { createHash } from 'node:crypto';

import type { ErrorDetail } from '@platform/errors';

import type { ColorSyntax, RenderOptions, LeftOut } from '../formats/export-format.ts';
import type { Naming } from '../formats/naming/name-tokens.ts';
import type { DesignToken } from '../formats/token.ts';

/** Ways to name a palette's tokens. */
export const TOKEN_NAMES = ['role', 'color', 'plain'] as const;
export type TokenNames = (typeof TOKEN_NAMES)[number];

export const EXPORT_STATUSES = ['queued', 'processing', 'completed', 'failed'] as const;
export type ExportStatus = (typeof EXPORT_STATUSES)[number];

/** Token kinds in an export of a theme. */
export const TOKEN_KINDS = ['all', 'own', 'roles'] as const;
export type TokenKinds = (typeof TOKEN_KINDS)[number];

/** How the tokens are written, with every default filled in. */
export interface ExportOptions {
  readonly color_syntax: ColorSyntax;
  /** Display P3 values: for all colours, for none, or (`auto`) for those outside sRGB. */
  readonly p3: boolean | 'auto';
  /** True if each colour of a palette comes with its scale from 50 to 950. */
  readonly shades: boolean;
  /**
   * How a palette's tokens are named: by role (`base`), colour name (`steel-blue`), or hue and
   * lightness (`blue-600`).
   */
  readonly names: TokenNames;
  readonly comments: boolean;
  /** True if a theme's tokens that refer to others do so in the file, if the format can. */
  readonly references: boolean;
  /** The mode of a theme to export, as the request names it; null for all. */
  readonly mode: string | null;
  /** The theme's own tokens, its roles, or both. */
  readonly tokens: TokenKinds;
  /** The groups to export, such as `color.brand`; null for all. */
  readonly groups: readonly string[] | null;
  readonly case: NonNullable<Naming['case']>;
  readonly collisions: NonNullable<Naming['collisions']>;
  readonly dimensions: NonNullable<RenderOptions['dimensions']>;
  readonly files: NonNullable<RenderOptions['files']>;
}

/** The error as clients see it. */
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
  /** How many tokens it has; null for files of earlier versions. */
  readonly written: number | null;
  readonly leftOut: readonly LeftOut[] | null;
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
  /** The worker's progress, in percent; null if the format has a single step. */
  readonly step: number | null;
  /** How often a worker has claimed it. */
  readonly attempts: number;
  readonly error: ExportError | null;
  readonly result: ExportResult | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  /** When it was completed or failed. */
  readonly finishedAt: Date | null;
  /** When it stops being available. */
  readonly expiresAt: Date | null;
}

/** A new export with the tokens to write. */
export interface NewExport extends Pick<
  TokenExport,
  'id' | 'organisation' | 'format' | 'prefix' | 'paletteId' | 'themeId' | 'options' | 'step'
> {
  /** In JSON. */
  readonly tokens: string;
  /** Hash of everything that determines the file. */
  readonly fingerprint: Uint8Array;
  /** Seconds for which the result is kept. */
  readonly lifetime: number;
}

/** True if the status is final. */
export const isFinished = ({ status }: Pick<TokenExport, 'status'>): boolean =>
  status === 'completed' || status === 'failed';

/** Progress in percent. */
export const progressOf = ({ status, step }: Pick<TokenExport, 'status' | 'step'>): number =>
  ({ queued: 0, processing: step ?? 50, completed: 100, failed: 100 })[status];

/** Options of an export unless its request sets them. */
export const DEFAULT_OPTIONS: ExportOptions = {
  color_syntax: 'hex',
  p3: 'auto',
  shades: false,
  names: 'role',
  comments: true,
  references: true,
  mode: null,
  tokens: 'all',
  groups: null,
  case: 'target',
  collisions: 'error',
  dimensions: 'given',
  files: 'one',
};

/** Increment it when a format's output changes for the same tokens. */
const REVISION = 7;

/** The tokens of an export in JSON, and the hash of everything that determines its file. */
export type WrittenTokens = Pick<NewExport, 'tokens' | 'fingerprint'>;

/** @param head what determines the file beside its tokens */
export const writtenTokens = (tokens: readonly DesignToken[], head: readonly unknown[]): WrittenTokens => {
  const text = JSON.stringify(tokens);
  const hash = createHash('sha256').update(JSON.stringify([REVISION, ...head]).slice(0, -1));
  return { tokens: text, fingerprint: hash.update(`,${text}]`).digest() };
};
