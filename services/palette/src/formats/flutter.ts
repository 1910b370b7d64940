import type { ExportFormat } from './export-format.ts';
import { snake } from './naming/cases.ts';
import { words } from './naming/words.ts';
import { DART_NAMES } from './naming/rules.ts';
import { argb } from './notation/argb.ts';
import { materialColors } from './notation/material-scheme.ts';
import { docComment, GENERATED, nameColors } from './notation/named-modes.ts';
import type { NamedColors } from './notation/named-modes.ts';
import { typeName } from './notation/type-name.ts';

/** Dart file names are snake case by convention. */
const fileName = (prefix: string): string => snake(words(typeName(prefix)));

/** What Flutter calls the ground of fields and chips. */
const MORE = { surfaceContainerHighest: 'surface-variant' };

/** Makes the analyser warn. */
const deprecated = (warning: string): string =>
  `@Deprecated('${warning.replaceAll("'", '’').replaceAll('$', '')}')\n`;

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
  holds: 'colors',
  options: ['comments', 'references'],
  fileName,
  render(tokens, { prefix, comments }) {
    const colors = nameColors(tokens, DART_NAMES);
    const { constants, valueOf, roles, oldRoles, deprecationOf } = colors;
    const type = typeName(prefix);
    const rolesType = type.replace(/(?:Colors|Tokens)$/, 'Roles');
    const hasModes = roles.length > 0;
    const lines = constants.map((named) => {
      const { name, token } = named;
      const value = valueOf(named, ({ color }) => `Color(0x${argb(color)})`);
      const comment = token.mode === undefined ? docComment(token.description, '    ', comments) : '';
      const warning = deprecationOf(token);
      const annotation = warning === null ? '' : `    ${deprecated(warning)}`;
      return `${comment}${annotation}    static const ${name} = ${value};\n`;
    });
    const extra = hasModes ? schemes(colors, rolesType) : '';
    const library = hasModes ? 'package:flutter/material.dart' : 'dart:ui';
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
    return `${comments ? GENERATED : ''}import '${library}';\n\nclass ${type} {\n    ${type}._();\n\n${lines.join('')}${extra}}\n${classes}`;
  },
};
