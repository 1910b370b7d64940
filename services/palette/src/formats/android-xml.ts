import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { ANDROID_NAMES } from './naming/rules.ts';
import { argb } from './notation/argb.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

/** Android colour resources: `R.color.brand_base`. */
export const androidXml: ExportFormat = {
  id: 'android-xml',
  title: 'Android colour resources',
  target: 'Android views',
  mediaType: 'application/xml',
  extension: '.xml',
  docs: 'https://developer.android.com/guide/topics/resources/more-resources#Color',
  holds: 'colors',
  options: ['comments'],
  fileName: (prefix) => `${prefix.toLowerCase().replaceAll('-', '_')}_colors`,
  render: (tokens, { prefix, comments }) =>
    formatWithStyleDictionary({
      format: 'android/colors',
      tokens: nameTokens(colorsOf(tokens), ANDROID_NAMES, [prefix]),
      value: ({ token }) => (token.color.alpha < 1 ? `#${argb(token.color)}` : token.color.hex),
      comments,
    }),
};
