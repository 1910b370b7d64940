import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import { readComposite } from '../composite-value.ts';
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

/** References in a value without the suffix; everything else as it is. */
const plain = (value: Json): Json => {
  if (typeof value === 'string') return withoutValue(value);
  if (Array.isArray(value)) return (value as readonly Json[]).map(plain);
  if (!isNode(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, plain(item)]));
};

const addGroup = (
  builder: TokenBuilder,
  group: TreeNode,
  path: readonly string[],
  inherited: Json | undefined,
): void => {
  for (const [name, child] of Object.entries(group)) {
    const place = [...path, name];
    if (name.startsWith('$') || name === 'comment') continue;
    if (!isNode(child)) {
      builder.say(`${place.join('.')} is neither a token nor a group and was left out.`);
      continue;
    }
    const value = child['value'] ?? child['$value'];
    if (value === undefined) {
      addGroup(builder, child, place, child['$type'] ?? inherited);
      continue;
    }
    const given = child['type'] ?? child['$type'] ?? inherited;
    const note = child['comment'] ?? child['description'] ?? child['$description'];
    const description = typeof note === 'string' ? { $description: note } : {};
    if (typeof value === 'object' && value !== null) {
      const read = readComposite(given, plain(value));
      if (!read.ok) {
        builder.say(`${place.join('.')} has a composite value and was left out: ${read.reason}.`);
        continue;
      }
      if (read.lost.length > 0) builder.say(`${place.join('.')}: ${read.lost.join(', ')} were left out.`);
      builder.add(place, { $type: read.type, $value: read.value, ...description });
      continue;
    }
    const type = dtcgType(given);
    const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
    const isBare = type === 'dimension' && /^-?(?:\d+\.?\d*|\.\d+)$/.test(text);
    if (isBare)
      builder.say(`${place.join('.')}: ${text} has no unit and was read as rem, as size/rem writes it.`);
    builder.add(place, {
      ...(type === undefined ? {} : { $type: type }),
      $value: isBare ? `${text}rem` : plain(value),
      ...description,
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
    const root = readObject(content);
    addGroup(builder, root, [], root['$type']);
    return builder.build();
  },
};
