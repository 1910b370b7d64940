import { cascade } from '../css-cascade.ts';
import { addCssValue, valueOfModes } from '../composite-value.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';

/**
 * Custom properties, as they are computed for the page. What a dark mode or a theme sets, and the
 * second value of `light-dark(…)`, is what a token is in that mode. `var(--x)` becomes a reference.
 */
export const css: ImportFormat = {
  id: 'css',
  title: 'CSS custom properties',
  content: 'text',
  read: (content) => {
    const builder = createTokenBuilder();
    const properties = cascade(readText(content), { say: builder.say, withParts: true });
    if (properties.length === 0) throw new ImportFault('must have custom properties');
    for (const { name, value } of properties)
      if (value !== undefined) addCssValue(builder, [name], valueOfModes(value).light);
    for (const { name, value, inModes } of properties) {
      const dark = value === undefined ? undefined : valueOfModes(value).dark;
      if (dark !== undefined && !inModes.has('dark')) addCssValue(builder, [name], dark, undefined, 'dark');
      for (const [mode, text] of inModes) {
        const { light, dark: other = light } = valueOfModes(text);
        addCssValue(builder, [name], mode === 'dark' ? other : light, undefined, mode);
      }
    }
    return builder.build();
  },
};
