import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { SWIFT_NAMES } from './naming/rules.ts';
import { decimal } from './notation/css-color.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';
import { typeName } from './notation/type-name.ts';
import { wantsP3 } from './notation/wide-gamut.ts';

/** SwiftUI: an enum without cases that holds one `Color` a token. */
export const swiftui: ExportFormat = {
  id: 'swiftui',
  title: 'Swift (SwiftUI)',
  target: 'Apple platforms',
  mediaType: 'text/x-swift',
  extension: '.swift',
  docs: 'https://developer.apple.com/documentation/swiftui/color',
  holds: 'colors',
  options: ['p3', 'comments'],
  fileName: (prefix) => `${typeName(prefix)}+SwiftUI`,
  render: (tokens, options) =>
    formatWithStyleDictionary({
      format: 'ios-swift/any.swift',
      tokens: nameTokens(colorsOf(tokens), SWIFT_NAMES),
      value: ({ token: { color } }) => {
        const { rgb, p3, alpha } = color;
        const [space, parts] = wantsP3(color, options)
          ? ['displayP3', [p3.r, p3.g, p3.b]]
          : ['sRGB', [rgb.r / 255, rgb.g / 255, rgb.b / 255]];
        const [red = '', green = '', blue = ''] = parts.map((part) => decimal(part, 5));
        return `Color(.${space}, red: ${red}, green: ${green}, blue: ${blue}, opacity: ${decimal(alpha, 4)})`;
      },
      comments: options.comments,
      fileName: `${typeName(options.prefix)}+SwiftUI.swift`,
      options: { className: typeName(options.prefix), import: ['SwiftUI'], objectType: 'enum' },
    }),
};
