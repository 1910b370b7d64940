import type { RenderOptions } from '../../src/formats/export-format.ts';
import { formats } from '../../src/formats/registry.ts';
import type { DesignToken } from '../../src/formats/token.ts';
import { writeFile } from '../../src/formats/write-file.ts';
import { OPTIONS } from './sample-tokens.ts';

/** Writes tokens with a format of the registry. */
export const render = (id: string, tokens: readonly DesignToken[], options: Partial<RenderOptions> = {}) => {
  const format = formats.get(id);
  if (!format) throw new Error(`No format ${id}`);
  return writeFile(format, tokens, { ...OPTIONS, ...options });
};

export const renderText = async (...parameters: Parameters<typeof render>): Promise<string> =>
  (await render(...parameters)).bytes.toString('utf8');
