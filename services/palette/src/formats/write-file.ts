import { keepsReferences } from './export-format.ts';
import type { ExportFormat, RenderOptions } from './export-format.ts';
import type { DesignToken } from './token.ts';
import { zipFiles } from './zip-files.ts';

/** A finished export. */
export interface ExportFile {
  /** ASCII without spaces: safe in a header and on every file system. */
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

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

/** The file or files of a format. @throws `invalid` for tokens that it can't represent */
export const renderFormat = (
  format: ExportFormat,
  tokens: readonly DesignToken[],
  options: RenderOptions,
  report?: (done: number) => void,
): ReturnType<ExportFormat['render']> =>
  format.render(keepsReferences(format) ? tokens : flattened(tokens), options, report);

const nameOf = (format: ExportFormat, prefix: string): string =>
  (format.fileName ?? ((name) => name))(prefix);

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
  const content = await renderFormat(format, tokens, options, report);
  const { prefix } = options;
  if (content instanceof Map)
    return {
      filename: `${nameOf(format, prefix)}.zip`,
      mediaType: 'application/zip',
      bytes: Buffer.from(zipFiles(content)),
    };
  return {
    filename: fileNameOf(format, prefix),
    mediaType: format.mediaType,
    bytes: Buffer.from(content as string | Uint8Array),
  };
};
