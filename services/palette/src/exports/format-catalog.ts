import type { ExportFormat, FormatOption, FormatRegistry } from '../formats/export-format.ts';
import { writeFile } from '../formats/write-file.ts';
import { tokenColorOfHex } from '../formats/token-color.ts';

/** A format as clients see it. */
export interface CatalogEntry extends Pick<
  ExportFormat,
  'id' | 'title' | 'target' | 'mediaType' | 'extension' | 'docs' | 'holds'
> {
  readonly options: readonly FormatOption[];
  /** The format's output for two colours. */
  readonly example: {
    readonly filename: string;
    readonly encoding: 'utf8' | 'base64';
    readonly content: string;
  };
}

const EXAMPLE = [
  { path: ['base'], color: tokenColorOfHex('#336699', 1), description: 'Steel Blue' },
  { path: ['complement'], color: tokenColorOfHex('#996633', 1), description: 'Brown' },
];

const isText = (bytes: Buffer): boolean =>
  !bytes.includes(0) && Buffer.from(bytes.toString('utf8')).equals(bytes);

const describe = async (format: ExportFormat): Promise<CatalogEntry> => {
  const { id, title, target, mediaType, extension, docs, holds, options } = format;
  const { filename, bytes } = await writeFile(format, EXAMPLE, {
    prefix: 'brand',
    colorSyntax: 'hex',
    p3: 'auto',
    comments: true,
  });
  const encoding = isText(bytes) ? 'utf8' : 'base64';
  const example = { filename, encoding, content: bytes.toString(encoding) } as const;
  return { id, title, target, mediaType, extension, docs, holds, options, example };
};

/** Lists the formats, each with an example that the format itself renders on the first call. */
export const createFormatCatalog = (formats: FormatRegistry) => {
  let made: Promise<CatalogEntry[]> | undefined;
  return (): Promise<CatalogEntry[]> => (made ??= Promise.all(formats.all.map(describe)));
};
