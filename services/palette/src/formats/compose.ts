import type { ExportFormat, RenderOptions } from './export-format.ts';
import { KOTLIN_NAMES } from './naming/rules.ts';
import { argb, helperTypes, nativeValue, wantsP3 } from './notation/native-values.ts';
import { commentText } from './notation/comment.ts';
import { materialColors, GENERATED, nameColors } from './notation/named-modes.ts';
import type { NamedColors } from './notation/named-modes.ts';
import { amountText, decimal } from './notation/css-value.ts';
import type { NativeLanguage } from './notation/native-values.ts';
import { typeName } from './naming/name-tokens.ts';
import { isColorToken } from './token.ts';
import type { TokenColor } from './token.ts';

/** Colours of Compose's schemes beyond those of all Material schemes. */
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

const KOTLIN_TYPES: Readonly<Record<string, string>> = {
  color: 'Color',
  length: 'Dp',
  fontSize: 'TextUnit',
  duration: 'Duration',
  number: 'Double',
  text: 'String',
  flag: 'Boolean',
  weight: 'FontWeight',
  texts: 'List<String>',
  lengths: 'List<Dp>',
};

/** A literal that is a Double, whatever its value. */
const double = (value: number): string => {
  const written = amountText(value);
  return written.includes('.') ? written : `${written}.0`;
};

const colorIn =
  (options: RenderOptions) =>
  (color: TokenColor): string => {
    if (!wantsP3(color, options)) return `Color(0x${argb(color)})`;
    const { r, g, b } = color.p3;
    const [red, green, blue, alpha] = [r, g, b, color.alpha].map((part) => `${decimal(part, 5)}f`);
    return `Color(red = ${red}, green = ${green}, blue = ${blue}, alpha = ${alpha}, colorSpace = ${SPACE})`;
  };
const SPACE = 'ColorSpaces.DisplayP3';

const kotlin = (options: RenderOptions): NativeLanguage => ({
  color: colorIn(options),
  length: (pixels) => `${double(pixels)}.dp`,
  fontSize: (pixels) => `${double(pixels)}.sp`,
  duration: (milliseconds) => `${double(milliseconds)}.milliseconds`,
  number: double,
  weight: (weight) => `FontWeight(${Math.round(weight)})`,
  list: (items) => `listOf(${items.join(', ')})`,
  make: (type, members) => `${type}(${members.map(([name, value]) => `${name} = ${value}`).join(', ')})`,
  declare: (type, members) =>
    `\n  data class ${type}(\n${members.map(([name, kind]) => `    val ${name}: ${KOTLIN_TYPES[kind] ?? kind},\n`).join('')}  )\n`,
});

/** Returns the imports for these types. */
const valueImports = (types: ReadonlySet<string>): string[] => {
  const has = (...names: readonly string[]): boolean => names.some((name) => types.has(name));
  const lists = has('strokeStyle', 'border');
  return [
    ...(has('fontWeight', 'typography') ? ['androidx.compose.ui.text.font.FontWeight'] : []),
    ...(lists || has('shadow') ? ['androidx.compose.ui.unit.Dp'] : []),
    ...(has('typography') ? ['androidx.compose.ui.unit.TextUnit'] : []),
    ...(lists || has('dimension', 'shadow') ? ['androidx.compose.ui.unit.dp'] : []),
    ...(has('typography') ? ['androidx.compose.ui.unit.sp'] : []),
    ...(has('transition') ? ['kotlin.time.Duration'] : []),
    ...(has('duration', 'transition') ? ['kotlin.time.Duration.Companion.milliseconds'] : []),
  ];
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
  holds: 'all',
  options: ['p3', 'comments', 'references'],
  fileName: typeName,
  render(tokens, options) {
    const { prefix, comments } = options;
    const language = kotlin(options);
    const colors = nameColors(tokens, KOTLIN_NAMES, options);
    const { constants, valueOf, roles, oldRoles, deprecationOf, nowOf, types } = colors;
    const hasModes = roles.length > 0;
    const rolesType = typeName(prefix).replace(/(?:Colors|Tokens)$/, 'Roles');
    const comment = (description: string | null, indent: string): string => {
      const text = comments && description !== null ? commentText(description) : '';
      return text === '' ? '' : `${indent}/** ${text} */\n`;
    };
    const importsFor = (body: string): string[] =>
      [
        ...(hasModes
          ? ['androidx.compose.material3.darkColorScheme', 'androidx.compose.material3.lightColorScheme']
          : []),
        'androidx.compose.ui.graphics.Color',
        ...(body.includes(SPACE) ? ['androidx.compose.ui.graphics.colorspace.ColorSpaces'] : []),
        ...valueImports(types),
      ].map((name) => `import ${name}\n`);
    const lines = constants.map((named) => {
      const { name, token } = named;
      const value = valueOf(named, (item) =>
        isColorToken(item) ? language.color(item.color) : nativeValue(item, language),
      );
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
    return `${comments ? GENERATED : ''}package design.tokens\n\n${importsFor(lines.join('')).join('')}\nobject ${typeName(prefix)} {\n${lines.join('')}${extra}${helperTypes(types, language)}}\n${classes}`;
  },
};
