import type { ExportFormat } from './export-format.ts';
import { rolesWithModes } from './notation/named-modes.ts';
import { decimal } from './notation/css-value.ts';
import { roundedWeight, swiftFile } from './notation/swift.ts';
import { typeName } from './naming/name-tokens.ts';
import { wantsP3 } from './notation/native-values.ts';

/** SwiftUI can't make a colour that follows the appearance by itself; UIKit and AppKit can. */
const IMPORTS = `import SwiftUI
#if canImport(UIKit)
import UIKit
#elseif canImport(AppKit)
import AppKit
#endif
`;

/** watchOS has neither light mode nor dynamic colours. */
const DYNAMIC = `        #if os(watchOS)
        return dark
        #elseif canImport(UIKit)
        return Color(uiColor: UIColor { traits in
            let isHigh = traits.accessibilityContrast == .high
            if traits.userInterfaceStyle == .dark { return UIColor(isHigh ? highContrastDark : dark) }
            return UIColor(isHigh ? highContrast : light)
        })
        #else
        return Color(nsColor: NSColor(name: nil) { appearance in
            let isDark = appearance.bestMatch(from: [.aqua, .darkAqua]) == .darkAqua
            let isHigh = NSWorkspace.shared.accessibilityDisplayShouldIncreaseContrast
            if isDark { return NSColor(isHigh ? highContrastDark : dark) }
            return NSColor(isHigh ? highContrast : light)
        })
        #endif
`;

/** SwiftUI: a caseless enum with one `Color` per token; roles of a theme follow the appearance. */
export const swiftui: ExportFormat = {
  id: 'swiftui',
  title: 'Swift (SwiftUI)',
  target: 'Apple platforms',
  mediaType: 'text/x-swift',
  extension: '.swift',
  docs: 'https://developer.apple.com/documentation/swiftui/color',
  holds: 'all',
  loses: roundedWeight,
  options: ['p3', 'comments', 'references'],
  fileName: (prefix) => `${typeName(prefix)}+SwiftUI`,
  render: (tokens, options) =>
    swiftFile(tokens, options, {
      imports: rolesWithModes(tokens).length === 0 ? 'import SwiftUI\n' : IMPORTS,
      type: 'Color',
      weights: 'Font.Weight',
      dynamic: DYNAMIC,
      shade: (color) => {
        const { rgb, p3, alpha } = color;
        const [space, parts] = wantsP3(color, options)
          ? ['displayP3', [p3.r, p3.g, p3.b]]
          : ['sRGB', [rgb.r / 255, rgb.g / 255, rgb.b / 255]];
        const [red = '', green = '', blue = ''] = parts.map((part) => decimal(part, 5));
        return `Color(.${space}, red: ${red}, green: ${green}, blue: ${blue}, opacity: ${decimal(alpha, 4)})`;
      },
    }),
};
