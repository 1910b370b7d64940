import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import { addCssValue } from '../composite-value.ts';
import type { ImportFormat } from '../import-format.ts';
import { ImportFault } from '../import-format.ts';
import { readObject } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';
import type { TokenBuilder } from '../token-builder.ts';

/** Sections of a Tailwind 3 theme that are tokens, and the group each becomes. */
const SECTIONS: Readonly<Record<string, string>> = {
  colors: 'color',
  spacing: 'spacing',
  borderRadius: 'radius',
  borderWidth: 'border-width',
  fontSize: 'font-size',
  fontFamily: 'font-family',
  fontWeight: 'font-weight',
  opacity: 'opacity',
  lineHeight: 'line-height',
  letterSpacing: 'letter-spacing',
  zIndex: 'z-index',
  screens: 'breakpoint',
  maxWidth: 'max-width',
  transitionTimingFunction: 'ease',
  transitionDuration: 'duration',
};

/** Adds a font size's details: `['1rem', '1.5rem']`, or an object of properties. */
const addTextDetails = (builder: TokenBuilder, name: readonly string[], given: Json | undefined): void => {
  const details = isNode(given) ? given : { lineHeight: given ?? null };
  for (const [property, value] of Object.entries(details)) {
    const group = SECTIONS[property];
    if (value === null) continue;
    if (group === undefined) builder.say(`font-size.${name.join('.')}: ${property} was left out.`);
    else if (typeof value === 'number') builder.add([group, ...name], value);
    else if (typeof value === 'string') addCssValue(builder, [group, ...name], value);
  }
};

const addSection = (builder: TokenBuilder, section: TreeNode, path: readonly string[]): void => {
  for (const [name, value] of Object.entries(section)) {
    // `DEFAULT` is the group's own value.
    const place = name === 'DEFAULT' && path.length > 1 ? path : [...path, name];
    if (isNode(value)) addSection(builder, value, place);
    else if (typeof value === 'number') builder.add(place, value);
    else if (typeof value === 'string')
      addCssValue(builder, place, value.replace(/(?<!\s)\s*\/\s*<alpha-value>/, ''));
    else if (Array.isArray(value) && typeof value[0] === 'string' && path[0] === 'font-family')
      builder.add(place, { $type: 'fontFamily', $value: value });
    else if (Array.isArray(value) && typeof value[0] === 'string') {
      addCssValue(builder, place, value[0]);
      if (path[0] === 'font-size') addTextDetails(builder, place.slice(1), value[1] as Json | undefined);
    } else builder.say(`${place.join('.')} was left out.`);
  }
};

/** True if an object looks like a configuration: a theme, or sections of one. */
export const isTailwindTheme = (root: TreeNode): boolean => {
  const { theme } = root;
  if (isNode(theme)) return true;
  const { extend } = root;
  return [root, isNode(extend) ? extend : {}].some((part) =>
    Object.entries(part).some(([name, section]) => SECTIONS[name] !== undefined && isNode(section)),
  );
};

/** A Tailwind CSS 3 configuration as JSON: `theme`, and `theme.extend` over it. */
export const tailwindV3: ImportFormat = {
  id: 'tailwind-v3',
  title: 'Tailwind CSS 3 configuration (JSON)',
  content: 'object',
  read: (content) => {
    const root = readObject(content);
    const theme = isNode(root['theme']) ? root['theme'] : root;
    const { extend, ...own } = theme;
    const builder = createTokenBuilder();
    for (const part of [isNode(extend) ? extend : {}, own])
      for (const [name, section] of Object.entries(part)) {
        const group = SECTIONS[name];
        if (group !== undefined && isNode(section)) addSection(builder, section, [group]);
        else builder.say(`theme.${name} was left out.`);
      }
    const built = builder.build();
    if (Object.keys(built.tokens).length === 0) throw new ImportFault('must have a theme with tokens');
    return built;
  },
};
