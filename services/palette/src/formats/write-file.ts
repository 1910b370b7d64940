import { zipSync } from 'fflate';

import { keepsReferences, joinLosses, splitTokens } from './export-format.ts';
import type { ExportFormat, RenderOptions, LeftOut } from './export-format.ts';
import { amountText, withLetterSpacing } from './notation/css-value.ts';
import type { Json } from '../themes/theme.ts';
import { isColorToken } from './token.ts';
import type { DesignToken } from './token.ts';

/** A finished export. */
export interface ExportFile {
  /** ASCII without spaces: safe in a header and on every file system. */
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  /** How many tokens it has; a token counts once for each mode. */
  readonly written: number;
  readonly leftOut: readonly LeftOut[];
}

/** The formats that one consists of: itself, or those in its archive. */
const partsOf = (format: ExportFormat): readonly ExportFormat[] => format.parts ?? [format];

/** Returns what a format leaves out of tokens. */
const lossesOf = (format: ExportFormat, tokens: readonly DesignToken[]): readonly LeftOut[] =>
  format.parts === undefined
    ? splitTokens(format, tokens).leftOut
    : joinLosses(new Map(partsOf(format).map((part) => [part.id, splitTokens(part, tokens).leftOut])));

/** Without references, and without what was only there to be referred to. */
const flattened = (tokens: readonly DesignToken[]): DesignToken[] =>
  tokens
    .filter(({ isReferenced }) => isReferenced !== true)
    .map((token) => {
      const plain = { ...token };
      delete plain.alias;
      if ('written' in plain) delete plain.written;
      return plain;
    });

/** Pixels in a `rem`, as browsers have it by default. */
const ROOT_FONT_SIZE = 16;

/** A token with its pixels as rem, in all members. */
const inRem = (token: DesignToken): DesignToken => {
  const convert = (value: Json): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map(convert);
    if (typeof value !== 'object' || value === null) return value;
    const { value: amount, unit } = value as { value?: Json; unit?: Json };
    if (unit === 'px' && typeof amount === 'number')
      return { value: Number(amountText(amount / ROOT_FONT_SIZE)), unit: 'rem' };
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, convert(item)]));
  };
  if (isColorToken(token)) return token;
  const written = token.written === undefined ? {} : { written: convert(token.written) };
  return { ...token, value: convert(token.value), ...written };
};

/** Tokens by the file that they belong to: of their group, or of each mode. */
const byFile = (
  tokens: readonly DesignToken[],
  files: 'group' | 'mode',
): ReadonlyMap<string, readonly DesignToken[]> => {
  const found = new Map<string, DesignToken[]>();
  const put = (name: string, token: DesignToken): void => {
    const own = found.get(name) ?? [];
    own.push(token);
    found.set(name, own);
  };
  if (files === 'group') {
    for (const token of tokens) {
      const own = token.mode === undefined ? token.path : token.path.slice(1);
      put(own.length > 1 ? (own[0] ?? 'tokens') : token.mode === undefined ? 'tokens' : 'roles', token);
    }
    return found;
  }
  const changing = new Set(
    tokens.flatMap(({ mode, path }) => (mode === undefined ? [] : [path.slice(1).join('.')])),
  );
  for (const token of tokens) {
    const { mode, modifier: _, alias, ...plain } = token;
    if (mode === undefined) {
      if (!changing.has(token.path.join('.'))) put('tokens', token);
      continue;
    }
    const target = alias?.[0] === mode ? alias.slice(1) : alias;
    put(mode, { ...plain, path: token.path.slice(1), ...(target === undefined ? {} : { alias: target }) });
  }
  return found;
};

/** One file for each group or mode, by their paths. */
const renderFiles = async (
  format: ExportFormat,
  tokens: readonly DesignToken[],
  options: RenderOptions,
  files: 'group' | 'mode',
): Promise<ReadonlyMap<string, string | Uint8Array>> => {
  const written = new Map<string, string | Uint8Array>();
  for (const [name, own] of byFile(tokens, files)) {
    const plain = name.replaceAll(/[^\p{L}\p{N}_-]+/gu, '-');
    const content = await renderFormat(format, own, options);
    if (content instanceof Map)
      for (const [path, text] of content as ReadonlyMap<string, string>)
        written.set(`${plain}/${path}`, text);
    else written.set(`${plain}${format.extension}`, content as string | Uint8Array);
  }
  return written;
};

/** The file or files of a format. @throws `invalid` for tokens that it can't represent */
export const renderFormat = (
  format: ExportFormat,
  tokens: readonly DesignToken[],
  options: RenderOptions,
  report?: (done: number) => void,
): ReturnType<ExportFormat['render']> => {
  const given = options.dimensions === 'rem' ? tokens.map(inRem) : tokens;
  const { kept } = splitTokens(format, keepsReferences(format) ? given : flattened(given));
  return format.render(format.writesFont ? withLetterSpacing(kept) : kept, options, report);
};

const nameOf = (format: ExportFormat, prefix: string): string =>
  (format.fileName ?? ((name) => name))(prefix || 'tokens');

/** The name of a format's single file. */
export const fileNameOf = (format: ExportFormat, prefix: string): string =>
  nameOf(format, prefix) + format.extension;

/**
 * Renders tokens in a format.
 * @param report called by formats with `hasSteps` with the share that is done, from 0 to 1
 * @throws `invalid` for tokens that the format can't represent
 */
export const writeFile = async (
  format: ExportFormat,
  tokens: readonly DesignToken[],
  options: RenderOptions,
  report?: (done: number) => void,
): Promise<ExportFile> => {
  const { files = 'one' } = options;
  const content =
    files === 'one' || format.parts !== undefined
      ? await renderFormat(format, tokens, options, report)
      : await renderFiles(format, tokens, options, files);
  const { prefix } = options;
  const counts = { written: splitTokens(format, tokens).kept.length, leftOut: lossesOf(format, tokens) };
  if (content instanceof Map)
    return {
      filename: `${nameOf(format, prefix)}.zip`,
      mediaType: 'application/zip',
      bytes: Buffer.from(zipFiles(content)),
      ...counts,
    };
  return {
    filename: fileNameOf(format, prefix),
    mediaType: format.mediaType,
    bytes: Buffer.from(content as string | Uint8Array),
    ...counts,
  };
};

/** ZIP can't hold earlier dates. A fixed one gives the same bytes for the same files. */
const DATE = new Date('1980-01-01T12:00:00');

/** A ZIP of files by their paths; the same files give the same bytes. */
export const zipFiles = (files: ReadonlyMap<string, string | Uint8Array>): Uint8Array => {
  const contents = [...files].map(([path, content]): [string, Uint8Array] => [
    path,
    new Uint8Array(Buffer.from(content)),
  ]);
  return zipSync(Object.fromEntries(contents), { mtime: DATE, level: 6 });
};
