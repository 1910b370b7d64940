import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import type { ColorToken, DesignToken } from './token.ts';
import { dtcgName, dtcgSrgb, dtcgToken } from './notation/dtcg.ts';
import { modesIn, rolesWithModes, withoutSeeds } from './notation/mode-roles.ts';
import { nest } from './notation/nest.ts';

/** The tokens of one mode: its roles without the name of the mode, and those that have no mode. */
const tokensOfMode = (tokens: readonly ColorToken[], mode: string): ColorToken[] => {
  const within = (path: readonly string[]): readonly string[] => (path[0] === mode ? path.slice(1) : path);
  return withoutSeeds(tokens)
    .filter((token) => token.mode === undefined || token.mode === mode)
    .map((token) =>
      token.mode === undefined
        ? token
        : {
            ...token,
            path: token.path.slice(1),
            ...(token.alias === undefined ? {} : { alias: within(token.alias) }),
            ...(token.deprecated?.renamedTo === undefined
              ? {}
              : { deprecated: { renamedTo: within(token.deprecated.renamedTo) } }),
          },
    );
};

/**
 * DTCG as Figma imports it into a variable collection without a plugin: sRGB colours, no token that
 * is also a group, and a file for each mode, which all have the same names.
 */
export const figma: ExportFormat = {
  id: 'figma',
  title: 'Figma variables (DTCG)',
  target: 'Figma',
  mediaType: 'application/json',
  extension: '.json',
  docs: 'https://help.figma.com/hc/en-us/articles/15343816063383-Modes-for-variables',
  holds: 'colors',
  options: ['comments', 'references'],
  fileName: (prefix) => `${prefix}-figma`,
  render(tokens, { prefix, comments }) {
    const document = (own: readonly DesignToken[], modeName: string): string => {
      const tree = nest(own, {
        leading: [prefix],
        // Figma reads `/` in a name as a group.
        key: (segment) => dtcgName(segment).replaceAll('/', '-'),
        rootKey: 'default',
        leaf: (token, reference) => dtcgToken(token, { color: dtcgSrgb, comments, reference }),
      });
      return `${JSON.stringify({ ...tree, $extensions: { 'com.figma.modeName': modeName } }, null, 2)}\n`;
    };
    const colors = colorsOf(tokens);
    if (rolesWithModes(colors).length === 0) return document(colors, prefix);
    return new Map(
      modesIn(colors).map(({ name }) => [`${name}.tokens.json`, document(tokensOfMode(colors, name), name)]),
    );
  },
};
