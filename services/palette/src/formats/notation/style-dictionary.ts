import type { LocalOptions } from 'style-dictionary/types';

import type { NamedToken } from '../naming/name-tokens.ts';
import type { DesignToken } from '../token.ts';
import { commentText } from './comment.ts';

export interface StyleDictionaryFile<Token extends DesignToken> {
  /** The name of one of Style Dictionary's own formats: `scss/variables`. */
  readonly format: string;
  readonly tokens: readonly NamedToken<Token>[];
  /** The value in the target's notation. */
  readonly value: (named: NamedToken<Token>) => string;
  readonly comments: boolean;
  /** The file name, which some formats write at the top. */
  readonly fileName?: string;
  /** The format's file options: `mapName`, `className`. */
  readonly options?: LocalOptions;
}

/**
 * Renders tokens with one of Style Dictionary's formats. The format is called directly: names and
 * values are ready, so parsing and transforming would only cost time (26 ms per file; the format
 * alone takes 0.05 ms). The pipeline also lets two tokens that become one name overwrite each
 * other, where an export must fail and name both.
 */
export const formatWithStyleDictionary = async <Token extends DesignToken>(
  file: StyleDictionaryFile<Token>,
): Promise<string> => {
  // It brings an archiver and a file system, which a process that writes no such file can do without.
  const { default: StyleDictionary } = await import('style-dictionary');
  const format = StyleDictionary.hooks.formats[file.format];
  if (!format) throw new Error(`Style Dictionary has no format ${file.format}.`);
  const allTokens = file.tokens.map((named) => {
    const value = file.value(named);
    const { description, path } = named.token;
    const comment = file.comments && description !== null ? commentText(description) : '';
    return {
      name: named.name,
      path: [...path],
      value,
      type: 'color',
      original: { value },
      attributes: {},
      filePath: '',
      isSource: true,
      ...(comment === '' ? {} : { comment }),
    };
  });
  const tokens = Object.fromEntries(allTokens.map((token) => [token.name, token]));
  const options = { showFileHeader: file.comments, usesDtcg: false, ...file.options };
  const text = await format({
    dictionary: { allTokens, tokens, tokenMap: new Map(allTokens.map((token) => [token.name, token])) },
    file: { destination: file.fileName ?? 'tokens', options },
    options,
    platform: {},
  });
  if (typeof text !== 'string') throw new Error(`Style Dictionary wrote no text for ${file.format}.`);
  const written = file.comments ? text : text.replace(/^(?:\s*\/\/[^\n]*\n)+/, '');
  return `${written.trim().replaceAll(/\n{3,}/g, '\n\n')}\n`;
};
