import { createRequire } from 'node:module';

import { Language, Parser } from 'web-tree-sitter';

const require = createRequire(import.meta.url);

/** Grammars of tree-sitter, by format. */
const GRAMMARS: Readonly<Record<string, string>> = {
  'ios-swift': 'swift',
  swiftui: 'swift',
  compose: 'kotlin',
  flutter: 'dart',
};

const parsers = new Map<string, Promise<Parser>>();

const parserOf = (language: string): Promise<Parser> => {
  const known =
    parsers.get(language) ??
    Parser.init().then(async () => {
      const path = require.resolve(`@cursorless/tree-sitter-wasms/out/tree-sitter-${language}.wasm`);
      return new Parser().setLanguage(await Language.load(path));
    });
  parsers.set(language, known);
  return known;
};

/** What the grammar of a format's language can't make sense of in a file. */
export const faultsIn = async (format: string, source: string): Promise<string[]> => {
  const parser = await parserOf(GRAMMARS[format] ?? '');
  const tree = parser.parse(source);
  if (tree === null) throw new Error('The parser gave up.');
  const errors = tree.rootNode.descendantsOfType(['ERROR']).map((node) => node?.text.slice(0, 200) ?? '');
  return [...errors, ...(tree.rootNode.hasError && errors.length === 0 ? ['the tree has an error'] : [])];
};
