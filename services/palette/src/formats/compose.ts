import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { KOTLIN_NAMES } from './naming/rules.ts';
import { argb } from './notation/argb.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';
import { typeName } from './notation/type-name.ts';

/** Jetpack Compose: a Kotlin object that holds one `Color` a token. */
export const compose: ExportFormat = {
  id: 'compose',
  title: 'Kotlin (Jetpack Compose)',
  target: 'Android, Compose Multiplatform',
  mediaType: 'text/x-kotlin',
  extension: '.kt',
  docs: 'https://developer.android.com/develop/ui/compose/designsystems/material3#color-schemes',
  holds: 'colors',
  options: ['comments'],
  fileName: typeName,
  render: (tokens, { prefix, comments }) =>
    formatWithStyleDictionary({
      format: 'compose/object',
      tokens: nameTokens(colorsOf(tokens), KOTLIN_NAMES),
      value: ({ token }) => `Color(0x${argb(token.color)})`,
      comments,
      options: {
        className: typeName(prefix),
        packageName: 'design.tokens',
        import: ['androidx.compose.ui.graphics.Color'],
      },
    }),
};
