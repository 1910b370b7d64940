import { tokenFault } from '../../themes/tokens/dtcg-schemas.ts';
import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import type { ImportFormat } from '../import-format.ts';
import { readObject } from '../read-content.ts';
import { createTokenBuilder } from '../token-builder.ts';
import type { TokenBuilder } from '../token-builder.ts';

/** Style Dictionary wrote references to the value until version 3: `{color.red.value}`. */
const withoutValue = (text: string): string => text.replaceAll(/\{([^{}]+?)\.\$?value\}/g, '{$1}');

/** Types of Style Dictionary and Tokens Studio by their name in DTCG. */
const TYPES: Readonly<Record<string, string>> = {
  color: 'color',
  dimension: 'dimension',
  size: 'dimension',
  sizing: 'dimension',
  spacing: 'dimension',
  borderRadius: 'dimension',
  borderWidth: 'dimension',
  fontSizes: 'dimension',
  fontSize: 'dimension',
  duration: 'duration',
  time: 'duration',
  number: 'number',
  opacity: 'number',
  fontFamily: 'fontFamily',
  fontFamilies: 'fontFamily',
  fontWeight: 'fontWeight',
  fontWeights: 'fontWeight',
};

/** The DTCG type of a type as other tools call it; undefined for types that DTCG lacks. */
export const dtcgType = (type: Json | undefined): string | undefined =>
  typeof type === 'string' ? TYPES[type] : undefined;

/** Whether a value is one of DTCG already, as Style Dictionary 5 takes it. */
const isDtcgValue = (type: Json | undefined, value: Json): boolean =>
  typeof type === 'string' && tokenFault({ $type: type, $value: value }) === null;

const addGroup = (builder: TokenBuilder, group: TreeNode, path: readonly string[]): void => {
  for (const [name, child] of Object.entries(group)) {
    const place = [...path, name];
    if (name.startsWith('$') || name === 'comment') continue;
    if (!isNode(child)) {
      builder.say(`${place.join('.')} is neither a token nor a group and was left out.`);
      continue;
    }
    const value = child['value'] ?? child['$value'];
    if (value === undefined) {
      addGroup(builder, child, place);
      continue;
    }
    const given = child['type'] ?? child['$type'];
    const isComposite = typeof value === 'object' && value !== null;
    if (isComposite && !isDtcgValue(given, value)) {
      builder.say(`${place.join('.')} has a composite value and was left out.`);
      continue;
    }
    const type = isComposite && typeof given === 'string' ? given : dtcgType(given);
    const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
    const isBare = type === 'dimension' && /^-?(?:\d+\.?\d*|\.\d+)$/.test(text);
    if (isBare)
      builder.say(`${place.join('.')}: ${text} has no unit and was read as rem, as size/rem writes it.`);
    const note = child['comment'] ?? child['description'] ?? child['$description'];
    builder.add(place, {
      ...(type === undefined ? {} : { $type: type }),
      $value: isBare ? `${text}rem` : typeof value === 'string' ? withoutValue(value) : value,
      ...(typeof note === 'string' ? { $description: note } : {}),
    });
  }
};

/** Source tokens of Style Dictionary: `{value}` or `{$value}`, with references to either. */
export const styleDictionary: ImportFormat = {
  id: 'style-dictionary',
  title: 'Style Dictionary',
  content: 'object',
  read: (content) => {
    const builder = createTokenBuilder();
    addGroup(builder, readObject(content), []);
    return builder.build();
  },
};
