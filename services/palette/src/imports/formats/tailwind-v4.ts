import { addCssValue } from '../css-values.ts';
import { customProperties } from '../css-declarations.ts';
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

/** `color-brand-500` → `['color', 'brand-500']`. */
const pathOf = (name: string): readonly string[] => {
  const namespace = NAMESPACES.find((item) => name.startsWith(`${item}-`));
  return namespace === undefined ? [name] : [namespace, name.slice(namespace.length + 1)];
};

/** `@theme` of Tailwind CSS 4: the namespace becomes a group. */
export const tailwindV4: ImportFormat = {
  id: 'tailwind-v4',
  title: 'Tailwind CSS 4 theme',
  content: 'text',
  read: (content) => {
    const properties = customProperties(readText(content));
    const theme = properties.filter(({ context }) => context.some((rule) => rule.startsWith('@theme')));
    if (theme.length === 0) throw new ImportFault('must have an @theme block');
    const builder = createTokenBuilder();
    for (const { name, value } of theme)
      if (value === 'initial') builder.say(`--${name} resets a namespace and was left out.`);
      else addCssValue(builder, pathOf(name), value, pathOf);
    return builder.build();
  },
};
