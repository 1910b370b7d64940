import { addCssValue, valueOfModes, variableIn } from '../composite-value.ts';
import { cascade } from '../css-cascade.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readText } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';

/** Namespaces of Tailwind's theme variables, the longer ones first. */
const NAMESPACES = [
  'color',
  'font-weight',
  'font',
  'text',
  'tracking',
  'leading',
  'breakpoint',
  'container',
  'spacing',
  'radius',
  'ease',
];

/** Longest chain of variables that refer to each other. */
const LONGEST_CHAIN = 32;

/** `color-brand-500` → `['color', 'brand-500']`. */
const pathOf = (name: string): readonly string[] => {
  const namespace = NAMESPACES.find((item) => name.startsWith(`${item}-`));
  return namespace === undefined ? [name] : [namespace, name.slice(namespace.length + 1)];
};

/**
 * `@theme` of Tailwind CSS 4: the namespace becomes a group. A variable of `@theme` that only refers
 * to one outside, as shadcn/ui writes them, has the value of that one. What a dark mode or a theme
 * sets is what a token is in that mode.
 */
export const tailwindV4: ImportFormat = {
  id: 'tailwind-v4',
  title: 'Tailwind CSS 4 theme',
  content: 'text',
  read: (content) => {
    const builder = createTokenBuilder();
    const theme = new Map<string, string>();
    const properties = cascade(readText(content), {
      say: builder.say,
      withParts: false,
      takesItself: ({ name, value, context }) => {
        if (!context.some((rule) => rule.startsWith('@theme'))) return false;
        if (theme.has(name)) builder.say(`--${name} occurs twice in @theme; the last value counts.`);
        theme.set(name, value);
        return true;
      },
    });
    if (theme.size === 0) throw new ImportFault('must have an @theme block');
    const outside = new Map(properties.map((property) => [property.name, property]));
    const modes = new Set([
      ...properties.flatMap(({ inModes }) => [...inModes.keys()]),
      // `light-dark()` needs no rule of its own.
      'dark',
    ]);

    /** A value with references to variables outside `@theme` followed, as far as they are known. */
    const follow = (text: string, mode: string | undefined): string => {
      let value = text;
      for (let steps = 0; steps < LONGEST_CHAIN; steps += 1) {
        const { light, dark = light } = valueOfModes(value);
        value = mode === 'dark' ? dark : light;
        const name = variableIn(value);
        const property = name === undefined || theme.has(name) ? undefined : outside.get(name);
        const next = (mode === undefined ? undefined : property?.inModes.get(mode)) ?? property?.value;
        if (next === undefined) return value;
        value = next;
      }
      return value;
    };

    const kept = [...theme].filter(([name, value]) => {
      if (value === 'initial') builder.say(`--${name} resets a namespace and was left out.`);
      return value !== 'initial';
    });
    for (const [name, value] of kept) addCssValue(builder, pathOf(name), follow(value, undefined), pathOf);
    for (const mode of modes)
      for (const [name, value] of kept) {
        const inMode = follow(outside.get(name)?.inModes.get(mode) ?? value, mode);
        if (inMode !== follow(value, undefined)) addCssValue(builder, pathOf(name), inMode, pathOf, mode);
      }
    return builder.build();
  },
};
