import type { ExportFormat, RenderOptions } from './export-format.ts';
import { snake, words, typeName } from './naming/name-tokens.ts';
import { DART_NAMES } from './naming/rules.ts';
import { amountText, decimal } from './notation/css-value.ts';
import { materialColors, docComment, GENERATED, nameColors } from './notation/named-modes.ts';
import type { NamedColors } from './notation/named-modes.ts';
import { argb, helperTypes, nativeValue, wantsP3 } from './notation/native-values.ts';
import type { NativeLanguage } from './notation/native-values.ts';
import { roundedWeight } from './notation/swift.ts';
import { isColorToken } from './token.ts';

/** Dart file names are snake case by convention. */
const fileName = (prefix: string): string => snake(words(typeName(prefix)));

/** Flutter's name for the ground of fields and chips. */
const MORE = { surfaceContainerHighest: 'surface-variant' };

/** Makes the analyser warn. */
const deprecated = (warning: string): string =>
  `@Deprecated('${warning.replaceAll("'", '’').replaceAll('$', '')}')\n`;

const DART_TYPES: Readonly<Record<string, string>> = {
  color: 'Color',
  length: 'double',
  fontSize: 'double',
  duration: 'Duration',
  number: 'double',
  text: 'String',
  flag: 'bool',
  weight: 'FontWeight',
  texts: 'List<String>',
  lengths: 'List<double>',
};

/** A literal that is a double, whatever its value. */
const double = (value: number): string => {
  const written = amountText(value);
  return written.includes('.') ? written : `${written}.0`;
};

/** Since Flutter 3.27. */
const SPACE = 'ColorSpace.displayP3';

/** Dart has no classes in classes: the helper types begin with the name of the one with the tokens. */
const dartLanguage = (owner: string, options: RenderOptions): NativeLanguage => ({
  color: (color) => {
    if (!wantsP3(color, options)) return `Color(0x${argb(color)})`;
    const { r, g, b } = color.p3;
    const [alpha, red, green, blue] = [color.alpha, r, g, b].map((part) => decimal(part, 5));
    return `Color.from(alpha: ${alpha}, red: ${red}, green: ${green}, blue: ${blue}, colorSpace: ${SPACE})`;
  },
  length: double,
  fontSize: double,
  duration: (milliseconds) => `Duration(microseconds: ${Math.round(milliseconds * 1_000)})`,
  number: double,
  weight: (weight) => `FontWeight.w${Math.min(900, Math.max(100, Math.round(weight / 100) * 100))}`,
  list: (items) => `[${items.join(', ')}]`,
  make: (type, members) =>
    `${owner}${type}(${members.map(([name, value]) => `${name}: ${value}`).join(', ')})`,
  declare: (type, members) => {
    const name = `${owner}${type}`;
    const kinds = members.map(([member, kind]) => `  final ${DART_TYPES[kind] ?? owner + kind} ${member};\n`);
    const parameters = members.map(([member]) => `required this.${member}`).join(', ');
    return `\nclass ${name} {\n  const ${name}({${parameters}});\n\n${kinds.join('')}}\n`;
  },
});

/** A Material 3 colour scheme for each mode, and every role of a mode in one class. */
const schemes = ({ roles, modes }: NamedColors, rolesType: string): string =>
  modes
    .map(({ isDark, scheme }, place) => {
      const brightness = isDark ? 'dark' : 'light';
      const material = materialColors(roles, place, MORE).map(
        ([name, value]) => `      ${name}: ${value},\n`,
      );
      const all = roles.map(({ name, constants }) => `      ${name}: ${constants[place] ?? ''},\n`);
      return `\n    static const ${scheme} = ColorScheme(\n      brightness: Brightness.${brightness},\n${material.join('')}    );\n    static const ${scheme.replace(/Scheme$/, 'Roles')} = ${rolesType}(\n${all.join('')}    );\n`;
    })
    .join('');

/**
 * Flutter: a Dart class with one constant `Color` per token. A theme with all modes also has a
 * Material 3 scheme for each.
 */
export const flutter: ExportFormat = {
  id: 'flutter',
  title: 'Dart (Flutter)',
  target: 'Flutter',
  mediaType: 'application/dart',
  extension: '.dart',
  docs: 'https://api.flutter.dev/flutter/dart-ui/Color-class.html',
  holds: 'all',
  loses: roundedWeight,
  options: ['p3', 'comments', 'references'],
  fileName,
  render(tokens, options) {
    const { prefix, comments } = options;
    const colors = nameColors(tokens, DART_NAMES, options);
    const { constants, valueOf, roles, oldRoles, deprecationOf, types } = colors;
    const type = typeName(prefix);
    const language = dartLanguage(type, options);
    const rolesType = type.replace(/(?:Colors|Tokens)$/, 'Roles');
    const hasModes = roles.length > 0;
    const lines = constants.map((named) => {
      const { name, token } = named;
      const value = valueOf(named, (item) =>
        isColorToken(item) ? language.color(item.color) : nativeValue(item, language),
      );
      const comment = token.mode === undefined ? docComment(token.description, '    ', comments) : '';
      const warning = deprecationOf(token);
      const annotation = warning === null ? '' : `    ${deprecated(warning)}`;
      return `${comment}${annotation}    static const ${name} = ${value};\n`;
    });
    const extra = hasModes ? schemes(colors, rolesType) : '';
    const library = hasModes ? 'package:flutter/material.dart' : 'dart:ui';
    // Material doesn't pass this name on.
    const space =
      hasModes && lines.some((line) => line.includes(SPACE)) ? "import 'dart:ui' show ColorSpace;\n" : '';
    const parameters = roles.map(({ name }) => `    required this.${name},\n`).join('');
    const members = roles.map(
      ({ name, description }) => `${docComment(description, '  ', comments)}  final Color ${name};\n`,
    );
    const getters = oldRoles.map(
      ({ name, now }) => `  ${deprecated(`Use ${now} instead.`)}  Color get ${name} => ${now};\n`,
    );
    const body = [...members, ...getters].join('');
    const classes = hasModes
      ? `\nclass ${rolesType} {\n  const ${rolesType}({\n${parameters}  });\n\n${body}}\n`
      : '';
    return `${comments ? GENERATED : ''}${space}import '${library}';\n\nclass ${type} {\n    ${type}._();\n\n${lines.join('')}${extra}}\n${classes}${helperTypes(types, language)}`;
  },
};
