import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import { nameTokens } from './naming/name-tokens.ts';
import { SWIFT_NAMES } from './naming/rules.ts';
import { decimal } from './notation/css-color.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';
import { typeName } from './notation/type-name.ts';
import { wantsP3 } from './notation/wide-gamut.ts';

/** UIKit: an enum without cases that holds one `UIColor` a token. */
export const iosSwift: ExportFormat = {
  id: 'ios-swift',
  title: 'Swift (UIKit)',
  target: 'iOS, iPadOS, tvOS',
  mediaType: 'text/x-swift',
  extension: '.swift',
  docs: 'https://developer.apple.com/documentation/uikit/uicolor',
  holds: 'colors',
  options: ['p3', 'comments'],
  fileName: typeName,
  render: (tokens, options) =>
    formatWithStyleDictionary({
      format: 'ios-swift/enum.swift',
      tokens: nameTokens(colorsOf(tokens), SWIFT_NAMES),
      value: ({ token: { color } }) => {
        const wide = wantsP3(color, options);
        const { r, g, b } = wide ? color.p3 : fractions(color.rgb);
        const red = wide ? 'displayP3Red' : 'red';
        return `UIColor(${red}: ${r5(r)}, green: ${r5(g)}, blue: ${r5(b)}, alpha: ${decimal(color.alpha, 4)})`;
      },
      comments: options.comments,
      fileName: `${typeName(options.prefix)}.swift`,
      options: { className: typeName(options.prefix), import: ['UIKit'] },
    }),
};

const r5 = (value: number): string => decimal(value, 5);

const fractions = ({ r, g, b }: { r: number; g: number; b: number }) => ({
  r: r / 255,
  g: g / 255,
  b: b / 255,
});
