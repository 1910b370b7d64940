import type { ExportFormat } from './export-format.ts';
import { KOTLIN_NAMES } from './naming/rules.ts';
import { argb } from './notation/argb.ts';
import { commentText } from './notation/comment.ts';
import { materialColors } from './notation/material-scheme.ts';
import { GENERATED, nameColors } from './notation/named-modes.ts';
import type { NamedColors } from './notation/named-modes.ts';
import { typeName } from './notation/type-name.ts';

/** What Compose's schemes have beside the colours that all Material schemes have. */
const MORE = {
  background: 'background',
  onBackground: 'on-background',
  surfaceVariant: 'surface-variant',
};

/** Makes the compiler warn, and lets editors replace an earlier name. */
const deprecated = (warning: string, now: string | null): string => {
  const text = warning.replaceAll('"', "'").replaceAll('$', '');
  return `  @Deprecated("${text}"${now === null ? '' : `, ReplaceWith("${now}")`})\n`;
};

/** A Material 3 colour scheme for each mode, and every role of a mode in one class. */
const schemes = ({ roles, modes }: NamedColors, rolesType: string): string =>
  modes
    .map(({ isDark, scheme }, place) => {
      const make = isDark ? 'darkColorScheme' : 'lightColorScheme';
      const material = materialColors(roles, place, MORE).map(([name, value]) => `    ${name} = ${value},\n`);
      const all = roles.map(({ name, constants }) => `    ${name} = ${constants[place] ?? ''},\n`);
      return `\n  val ${scheme} = ${make}(\n${material.join('')}  )\n  val ${scheme.replace(/Scheme$/, 'Roles')} = ${rolesType}(\n${all.join('')}  )\n`;
    })
    .join('');

/**
 * Jetpack Compose: a Kotlin object with one `Color` per token. A theme with all modes also has a
 * Material 3 scheme for each.
 */
export const compose: ExportFormat = {
  id: 'compose',
  title: 'Kotlin (Jetpack Compose)',
  target: 'Android, Compose Multiplatform',
  mediaType: 'text/x-kotlin',
  extension: '.kt',
  docs: 'https://developer.android.com/develop/ui/compose/designsystems/material3#color-schemes',
  holds: 'colors',
  options: ['comments', 'references'],
  fileName: typeName,
  render(tokens, { prefix, comments }) {
    const colors = nameColors(tokens, KOTLIN_NAMES);
    const { constants, valueOf, roles, oldRoles, deprecationOf, nowOf } = colors;
    const hasModes = roles.length > 0;
    const rolesType = typeName(prefix).replace(/(?:Colors|Tokens)$/, 'Roles');
    const comment = (description: string | null, indent: string): string => {
      const text = comments && description !== null ? commentText(description) : '';
      return text === '' ? '' : `${indent}/** ${text} */\n`;
    };
    const imports = [
      ...(hasModes
        ? ['androidx.compose.material3.darkColorScheme', 'androidx.compose.material3.lightColorScheme']
        : []),
      'androidx.compose.ui.graphics.Color',
    ].map((name) => `import ${name}\n`);
    const lines = constants.map((named) => {
      const { name, token } = named;
      const value = valueOf(named, ({ color }) => `Color(0x${argb(color)})`);
      const warning = deprecationOf(token);
      const annotation = warning === null ? '' : deprecated(warning, nowOf(token));
      return `${comment(token.mode === undefined ? token.description : null, '  ')}${annotation}  val ${name} = ${value}\n`;
    });
    const members = roles.map(
      ({ name, description }) => `${comment(description, '  ')}  val ${name}: Color,\n`,
    );
    const getters = oldRoles.map(
      ({ name, now }) => `${deprecated(`Use ${now} instead.`, now)}  val ${name}: Color get() = ${now}\n`,
    );
    const body = getters.length === 0 ? '' : ` {\n${getters.join('')}}`;
    const classes = hasModes ? `\nclass ${rolesType}(\n${members.join('')})${body}\n` : '';
    const extra = hasModes ? schemes(colors, rolesType) : '';
    return `${comments ? GENERATED : ''}package design.tokens\n\n${imports.join('')}\nobject ${typeName(prefix)} {\n${lines.join('')}${extra}}\n${classes}`;
  },
};
