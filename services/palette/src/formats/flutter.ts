import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { snake } from './naming/cases.ts';
import { words } from './naming/words.ts';
import { DART_NAMES } from './naming/rules.ts';
import { argb } from './notation/argb.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';
import { typeName } from './notation/type-name.ts';

/** Dart file names are snake case by convention. */
const fileName = (prefix: string): string => snake(words(typeName(prefix)));

/** Flutter: a Dart class that holds one constant `Color` a token. */
export const flutter: ExportFormat = {
  id: 'flutter',
  title: 'Dart (Flutter)',
  target: 'Flutter',
  mediaType: 'application/dart',
  extension: '.dart',
  docs: 'https://api.flutter.dev/flutter/dart-ui/Color-class.html',
  holds: 'colors',
  options: ['comments'],
  fileName,
  render: (tokens, { prefix, comments }) =>
    formatWithStyleDictionary({
      format: 'flutter/class.dart',
      tokens: nameTokens(colorsOf(tokens), DART_NAMES),
      value: ({ token }) => `Color(0x${argb(token.color)})`,
      comments,
      fileName: `${fileName(prefix)}.dart`,
      options: { className: typeName(prefix) },
    }),
};
