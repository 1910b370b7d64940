import type { ExportFormat } from './export-format.ts';
import { xmlText } from '../pictures/svg-text.ts';
import { isColorToken } from './token.ts';
import type { ColorToken, ValueToken } from './token.ts';
import { leadingOf, nameTokens } from './naming/name-tokens.ts';
import type { NamedToken } from './naming/name-tokens.ts';
import { ANDROID_NAMES } from './naming/rules.ts';
import { argb } from './notation/native-values.ts';
import { commentText, withComments } from './notation/comment.ts';
import { amountText } from './notation/css-value.ts';
import { rolesWithModes, withoutSeeds } from './notation/named-modes.ts';
import { referencesTo } from './notation/references.ts';
import { formatWithStyleDictionary } from './notation/style-dictionary.ts';
import {
  familiesOf,
  inParts,
  listOf,
  lostInParts,
  millisecondsOf,
  numberOf,
  pixelsOf,
  purposeOf,
  strokeOf,
  weightOf,
} from './notation/value-parts.ts';

const fileName = (prefix: string): string => `${prefix.toLowerCase().replaceAll('-', '_')}_colors`;

/** A value as the resource that it is on Android. */
const resource = (name: string, token: ValueToken): string => {
  const { type, value } = token;
  const purpose = purposeOf(token);
  const unit = purpose === 'fontSize' || purpose === 'letterSpacing' ? 'sp' : 'dp';
  const text = (content: string): string => `<string name="${name}">${xmlText(content)}</string>`;
  switch (type) {
    case 'dimension':
      return `<dimen name="${name}">${amountText(pixelsOf(value))}${unit}</dimen>`;
    case 'duration':
      return `<integer name="${name}">${Math.round(millisecondsOf(value))}</integer>`;
    case 'fontWeight':
      return `<integer name="${name}">${Math.round(weightOf(value))}</integer>`;
    case 'number':
      return `<item name="${name}" type="dimen" format="float">${amountText(numberOf(value))}</item>`;
    case 'fontFamily':
      return text(familiesOf(value).join(', ').replaceAll("'", "\\'"));
    case 'strokeStyle':
      return text(strokeOf(value).style);
    default:
      return text(
        listOf(value)
          .map(numberOf)
          .map((part) => amountText(part))
          .join(', '),
      );
  }
};

/**
 * Android resources: colours, and `dimen`, `integer` and `string` for other values: `R.color.brand_base`. A theme with all modes is two files: Android takes
 * each role from `values-night` while the system is dark.
 */
export const androidXml: ExportFormat = {
  id: 'android-xml',
  title: 'Android colour resources',
  target: 'Android views',
  mediaType: 'application/xml',
  extension: '.xml',
  docs: 'https://developer.android.com/guide/topics/resources/more-resources#Color',
  holds: 'all',
  loses: lostInParts,
  options: ['comments', 'references'],
  fileName,
  async render(given, options) {
    const { prefix, comments } = options;
    const tokens = withoutSeeds(inParts(given));
    const roles = rolesWithModes(tokens);
    const rolePaths = roles.flatMap(({ path, modes }) => {
      const light = modes.get('light');
      return light === undefined ? [] : [{ ...light, path }];
    });
    // Checks the names of the roles beside all others.
    const all = nameTokens([...tokens, ...rolePaths], ANDROID_NAMES, leadingOf(prefix), options);
    const [named, namedRoles] = [all.slice(0, tokens.length), all.slice(tokens.length)];
    const reference = referencesTo(all, (name) => `@color/${name}`);
    const write = async (all: readonly NamedToken[]): Promise<string> => {
      const items = all.filter((item): item is NamedToken<ColorToken> => isColorToken(item.token));
      const colors = await formatWithStyleDictionary({
        format: 'android/colors',
        tokens: withComments(items, reference),
        value: ({ token: { alias, color } }) =>
          (alias === undefined ? null : reference(alias)) ??
          (color.alpha < 1 ? `#${argb(color)}` : color.hex),
        comments,
      });
      const others = withComments(all, reference).flatMap(({ name, token }) => {
        if (isColorToken(token)) return [];
        const text = comments ? commentText(token.description ?? '') : '';
        return [`  ${resource(name, token)}${text === '' ? '' : `<!-- ${text} -->`}\n`];
      });
      return colors.replace(/<\/resources>\s*$/, () => `${others.join('')}</resources>\n`);
    };
    if (roles.length === 0) return write(named);
    // An earlier name belongs to the role, in every mode.
    const rolesOf = (mode: 'light' | 'dark'): NamedToken<ColorToken>[] =>
      roles.flatMap(({ modes, renamedTo }, place) => {
        const name = namedRoles[place]?.name ?? '';
        const token = modes.get(mode);
        if (token === undefined) return [];
        if (renamedTo === null) return [{ name, token: { ...token, alias: token.path } }];
        const now = renamedTo;
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
