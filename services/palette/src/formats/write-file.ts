import type { ExportFormat, RenderOptions } from './export-format.ts';
import type { DesignToken } from './token.ts';

/** A finished export. */
export interface ExportFile {
  /** ASCII without spaces, safe in a header and on every file system. */
  readonly filename: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** Writes tokens in a format. Throws an `AppError` of kind `invalid` for tokens that the format can't hold. */
export const writeFile = async (
  format: ExportFormat,
  tokens: readonly DesignToken[],
  options: RenderOptions,
): Promise<ExportFile> => {
  const content = await format.render(tokens, options);
  return {
    filename: (format.fileName ?? ((prefix) => prefix))(options.prefix) + format.extension,
    mediaType: format.mediaType,
    bytes: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content),
  };
};
