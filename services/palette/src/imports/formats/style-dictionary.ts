import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import { fontWeight, isSlanted, readComposite } from '../composite-value.ts';
import { compositeIn } from '../css-values.ts';
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
  cubicBezier: 'cubicBezier',
  strokeStyle: 'strokeStyle',
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

/** Properties of a token; any other object in it is a token or a group below it. */
const PROPERTIES = new Set(
  'value type comment description attributes original extensions metadata meta themeable filePath isSource'.split(
    ' ',
  ),
);

/** `deprecated` as Style Dictionary and DTCG write it, with the remark of either. */
export const deprecationOf = (token: TreeNode): { readonly $deprecated?: string | boolean } => {
  const given = token['$deprecated'] ?? token['deprecated'];
  const remark = token['deprecated_comment'];
  if (given !== true && (typeof given !== 'string' || given === '')) return {};
  return { $deprecated: typeof given === 'string' || typeof remark !== 'string' ? given : remark };
};

const hasToken = (node: TreeNode): boolean =>
  node['$value'] !== undefined ||
  node['value'] !== undefined ||
  Object.entries(node).some(([name, child]) => !name.startsWith('$') && isNode(child) && hasToken(child));

/** The tokens and groups of them inside of a token. */
export const childrenOf = (token: TreeNode): TreeNode =>
  Object.fromEntries(
    Object.entries(token).filter(
      ([name, child]) => isNode(child) && !name.startsWith('$') && !PROPERTIES.has(name) && hasToken(child),
    ),
  );

const addChildren = (
  builder: TokenBuilder,
  token: TreeNode,
  place: readonly string[],
  inherited: Json | undefined,
): void => {
  addGroup(builder, childrenOf(token), place, inherited);
};

const addGroup = (
  builder: TokenBuilder,
  group: TreeNode,
  path: readonly string[],
  inherited: Json | undefined,
): void => {
  for (const [name, child] of Object.entries(group)) {
    const place = [...path, name];
    if (name.startsWith('$')) continue;
    if (!isNode(child)) {
      // A remark on the group.
      if (name === 'comment' && typeof child === 'string') continue;
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
    const about = {
      ...(typeof note === 'string' ? { $description: note } : {}),
      ...deprecationOf(child),
    };
    addChildren(builder, child, place, child['$type'] ?? inherited);
    // A gradient has no other form for Style Dictionary; shadows and borders are written so, too.
    const inCss =
      typeof value === 'string' && dtcgType(given) === undefined ? compositeIn(plain(value) as string) : null;
    if (inCss?.lost !== undefined && !/^linear-gradient$/.test(inCss.lost))
      builder.say(`${place.join('.')}: its shape and angle were left out.`);
    if (inCss !== null || (typeof value === 'object' && value !== null)) {
      const read = readComposite(inCss?.type ?? given, inCss?.members ?? plain(value));
      if (!read.ok) {
        builder.say(`${place.join('.')} has a composite value and was left out: ${read.reason}.`);
        continue;
      }
      for (const said of read.said) builder.say(`${place.join('.')}: ${said}`);
      builder.add(place, { $type: read.type, $value: read.value, ...about });
      continue;
    }
    const type = dtcgType(given);
    const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
    const isBare = type === 'dimension' && /^-?(?:\d+(?:\.\d*)?|\.\d+)$/.test(text);
    if (isBare)
      builder.say(`${place.join('.')}: ${text} has no unit and was read as rem, as size/rem writes it.`);
    const weight = type === 'fontWeight' ? plain(fontWeight(value)) : null;
    if (weight !== null && isSlanted(value))
      builder.say(`${place.join('.')}: the slant of ${text} was left out.`);
    builder.add(place, {
      ...(type === undefined ? {} : { $type: type }),
      $value: isBare ? `${text}rem` : (weight ?? plain(value)),
      ...about,
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
