import { addCssValue, valueOfModes } from '../css-values.ts';
import { customProperties } from '../css-declarations.ts';
import { createDarkness } from '../dark-context.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';

/** A property of one mode. */
interface ModeProperty {
  readonly name: string;
  readonly value: string;
  readonly isDark: boolean;
}

/**
 * Custom properties. Those of a dark mode, and the second value of `light-dark(…)`, are what a token
 * is in the mode `dark`. `var(--x)` becomes a reference.
 */
export const css: ImportFormat = {
  id: 'css',
  title: 'CSS custom properties',
  content: 'text',
  read: (content) => {
    const properties = customProperties(readText(content));
    if (properties.length === 0) throw new ImportFault('must have custom properties');
    const builder = createTokenBuilder();
    const darkness = createDarkness();
    const seen = { light: new Set<string>(), dark: new Set<string>() };
    const kept: ModeProperty[] = [];
    for (const { name, value, context } of properties) {
      const isDark = darkness(context);
      // The first declaration counts: the following ones are for other screens and states.
      if (seen[isDark ? 'dark' : 'light'].has(name)) {
        const place = context.join(' ').slice(0, 100);
        builder.say(`--${name} in ${place} was left out; an earlier declaration counts.`);
        continue;
      }
      const { light, dark } = valueOfModes(value);
      seen[isDark ? 'dark' : 'light'].add(name);
      kept.push({ name, value: isDark ? (dark ?? light) : light, isDark });
      if (isDark || dark === undefined) continue;
      seen.dark.add(name);
      kept.push({ name, value: dark, isDark: true });
    }
    for (const { name, value, isDark } of kept)
      addCssValue(builder, [name], value, undefined, isDark ? 'dark' : undefined);
    return builder.build();
  },
};
