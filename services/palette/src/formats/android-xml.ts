import type { ExportFormat } from './export-format.ts';
import { colorsOf } from './token.ts';
import type { ColorToken } from './token.ts';
import { nameTokens } from './naming/name-tokens.ts';
import type { NamedToken } from './naming/name-tokens.ts';
import { ANDROID_NAMES } from './naming/rules.ts';
import { argb } from './notation/argb.ts';
import { withComments } from './notation/deprecated.ts';
import { rolesWithModes, withoutSeeds } from './notation/mode-roles.ts';
import { referencesTo } from './notation/references.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';

const fileName = (prefix: string): string => `${prefix.toLowerCase().replaceAll('-', '_')}_colors`;

/**
 * Android colour resources: `R.color.brand_base`. A theme with all modes is two files: Android takes
 * each role from `values-night` while the system is dark.
 */
export const androidXml: ExportFormat = {
  id: 'android-xml',
  title: 'Android colour resources',
  target: 'Android views',
  mediaType: 'application/xml',
  extension: '.xml',
  docs: 'https://developer.android.com/guide/topics/resources/more-resources#Color',
  holds: 'colors',
  options: ['comments', 'references'],
  fileName,
  async render(given, { prefix, comments }) {
    const tokens = withoutSeeds(colorsOf(given));
    const roles = rolesWithModes(tokens);
    const rolePaths = roles.flatMap(({ path, modes }) => {
      const light = modes.get('light');
      return light === undefined ? [] : [{ ...light, path }];
    });
    // Checks the names of the roles beside all others.
    const all = nameTokens([...tokens, ...rolePaths], ANDROID_NAMES, [prefix]);
    const [named, namedRoles] = [all.slice(0, tokens.length), all.slice(tokens.length)];
    const reference = referencesTo(all, (name) => `@color/${name}`);
    const write = (items: readonly NamedToken<ColorToken>[]): Promise<string> =>
      formatWithStyleDictionary({
        format: 'android/colors',
        tokens: withComments(items, reference),
        value: ({ token: { alias, color } }) =>
          (alias === undefined ? null : reference(alias)) ??
          (color.alpha < 1 ? `#${argb(color)}` : color.hex),
        comments,
      });
    if (roles.length === 0) return write(named);
    // An earlier name belongs to the role, in every mode.
    const rolesOf = (mode: 'light' | 'dark'): NamedToken<ColorToken>[] =>
      roles.flatMap(({ modes, renamedTo }, place) => {
        const name = namedRoles[place]?.name ?? '';
        const token = modes.get(mode);
        if (token === undefined) return [];
        if (renamedTo === null) return [{ name, token: { ...token, alias: token.path } }];
        const now = token.deprecated?.renamedTo?.slice(1) ?? [renamedTo];
        return mode === 'dark'
          ? []
          : [{ name, token: { ...token, alias: now, deprecated: { renamedTo: now } } }];
      });
    const file = `${fileName(prefix)}.xml`;
    return new Map([
      [`values/${file}`, await write([...rolesOf('light'), ...named])],
      [`values-night/${file}`, await write(rolesOf('dark'))],
    ]);
  },
};
