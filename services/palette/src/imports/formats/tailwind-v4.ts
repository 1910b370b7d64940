import { addCssValue, valueOfModes, variableIn } from '../css-values.ts';
import { customProperties } from '../css-declarations.ts';
import { createDarkness } from '../dark-context.ts';
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

type Values = Map<string, string>;

/** Whether rules apply to the whole page, and not only to a part of it. */
const isForPage = (context: readonly string[]): boolean =>
  context
    .filter((rule) => !rule.startsWith('@'))
    .every((selector) => /(?:^|[\s,(])(?::root|:host|html|body|\*)(?![\w-])|\blight\b/i.test(selector));

/** The custom properties: those of `@theme`, and the page's others in the light and the dark mode. */
const read = (content: unknown) => {
  const darkness = createDarkness();
  const found = { theme: new Map<string, string>(), light: new Map(), dark: new Map() } as {
    readonly [Part in 'theme' | 'light' | 'dark']: Values;
  };
  const repeated: string[] = [];
  for (const { name, value, context } of customProperties(readText(content))) {
    const isTheme = context.some((rule) => rule.startsWith('@theme'));
    const isDark = !isTheme && darkness(context);
    if (!isTheme && !isDark && !isForPage(context)) continue;
    const part = isTheme ? 'theme' : isDark ? 'dark' : 'light';
    if (!found[part].has(name)) found[part].set(name, value);
    else if (isTheme) repeated.push(name);
  }
  return { ...found, repeated };
};

/**
 * `@theme` of Tailwind CSS 4: the namespace becomes a group. A variable of `@theme` that only refers
 * to one outside, as shadcn/ui writes them, has the value of that one. What a dark mode
 * sets is what a token is in the mode `dark`.
 */
export const tailwindV4: ImportFormat = {
  id: 'tailwind-v4',
  title: 'Tailwind CSS 4 theme',
  content: 'text',
  read: (content) => {
    const { theme, light, dark, repeated } = read(content);
    if (theme.size === 0) throw new ImportFault('must have an @theme block');
    const builder = createTokenBuilder();

    /** A value with references to variables outside `@theme` followed, as far as they are known. */
    const follow = (text: string, isDark: boolean): string => {
      let value = text;
      for (let steps = 0; steps < LONGEST_CHAIN; steps += 1) {
        const { light: own, dark: other = own } = valueOfModes(value);
        value = isDark ? other : own;
        const name = variableIn(value);
        const next =
          name === undefined || theme.has(name)
            ? undefined
            : ((isDark ? dark.get(name) : undefined) ?? light.get(name));
        if (next === undefined) return value;
        value = next;
      }
      return value;
    };
    /** What a variable of the theme is in each mode. */
    const modesOf = (name: string, value: string) => ({
      light: follow(value, false),
      dark: follow(dark.get(name) ?? value, true),
    });

    const values = [...theme]
      .filter(([name, value]) => {
        if (value === 'initial') builder.say(`--${name} resets a namespace and was left out.`);
        return value !== 'initial';
      })
      .map(([name, value]) => [name, modesOf(name, value)] as const);
    for (const name of repeated) builder.say(`--${name} occurs twice in @theme; the first value is kept.`);
    const changing = new Set(values.filter(([, modes]) => modes.dark !== modes.light).map(([name]) => name));
    for (const [name, modes] of values) addCssValue(builder, pathOf(name), modes.light, pathOf);
    for (const [name, modes] of values)
      if (changing.has(name)) addCssValue(builder, pathOf(name), modes.dark, pathOf, 'dark');
    return builder.build();
  },
};
