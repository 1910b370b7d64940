import type { ExportFormat } from './export-format.ts';
import { decimal } from './notation/css-value.ts';
import { roundedWeight, swiftFile } from './notation/swift.ts';
import { typeName } from './naming/name-tokens.ts';
import { wantsP3 } from './notation/native-values.ts';

const DYNAMIC = `        UIColor { traits in
            let isHigh = traits.accessibilityContrast == .high
            if traits.userInterfaceStyle == .dark { return isHigh ? highContrastDark : dark }
            return isHigh ? highContrast : light
        }
`;

/** UIKit: a caseless enum with one `UIColor` per token; roles of a theme follow the appearance. */
export const iosSwift: ExportFormat = {
  id: 'ios-swift',
  title: 'Swift (UIKit)',
  target: 'iOS, iPadOS, tvOS',
  mediaType: 'text/x-swift',
  extension: '.swift',
  docs: 'https://developer.apple.com/documentation/uikit/uicolor',
  holds: 'all',
  loses: roundedWeight,
  options: ['p3', 'comments', 'references'],
  fileName: typeName,
  render: (tokens, options) =>
    swiftFile(tokens, options, {
      imports: 'import UIKit\n',
      type: 'UIColor',
      weights: 'UIFont.Weight',
      dynamic: DYNAMIC,
      shade: (color) => {
        const wide = wantsP3(color, options);
        const { r, g, b } = wide ? color.p3 : fractions(color.rgb);
        const red = wide ? 'displayP3Red' : 'red';
        return `UIColor(${red}: ${r5(r)}, green: ${r5(g)}, blue: ${r5(b)}, alpha: ${decimal(color.alpha, 4)})`;
      },
    }),
};

const r5 = (value: number): string => decimal(value, 5);

const fractions = ({ r, g, b }: { r: number; g: number; b: number }) => ({
  r: r / 255,
  g: g / 255,
  b: b / 255,
});
