import { addCssValue } from '../css-values.ts';
import { customProperties } from '../css-declarations.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';

const isDark = (context: readonly string[]): boolean =>
  /prefers-color-scheme:\s*dark|\.dark\b|\[data-theme=['"]?dark/.test(context.join(' '));

/** Custom properties. Those of a dark mode go into a group `dark`; `var(--x)` becomes a reference. */
export const css: ImportFormat = {
  id: 'css',
  title: 'CSS custom properties',
  content: 'text',
  read: (content) => {
    const properties = customProperties(readText(content));
    if (properties.length === 0) throw new ImportFault('must have custom properties');
    const builder = createTokenBuilder();
    const seen = new Set<string>();
    for (const { name, value, context } of properties) {
      const path = isDark(context) ? ['dark', name] : [name];
      // The first declaration counts: the following ones are for other screens and states.
      if (seen.has(path.join('.'))) {
        builder.say(`--${name} in ${context.join(' ')} was left out; an earlier declaration counts.`);
        continue;
      }
      seen.add(path.join('.'));
      addCssValue(builder, path, value);
    }
    return builder.build();
  },
};
