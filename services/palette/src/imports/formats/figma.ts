import { rgbOfHex } from '../../color/srgb.ts';
import { curlyPath } from '../../themes/tokens/references.ts';
import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readObject } from '../read-content.ts';
import { hexOfFractions } from '../swatches.ts';
import { createTokenBuilder, tokenName } from '../token-builder.ts';

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const nodes = (value: Json | undefined): TreeNode[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).filter(isNode);
  return isNode(value) ? Object.values(value).filter(isNode) : [];
};
const pathOf = (variable: TreeNode): string[] =>
  text(variable['name'])
    .split('/')
    .filter((part) => part !== '');

const colorOf = ({ r, g, b, a }: TreeNode): string | null => {
  if (typeof r !== 'number' || typeof g !== 'number' || typeof b !== 'number') return null;
  const hex = hexOfFractions(r, g, b);
  if (typeof a !== 'number' || a >= 1) return hex;
  const { r: red, g: green, b: blue } = rgbOfHex(hex);
  // Eight hex digits would round the opacity.
  return `rgb(${red} ${green} ${blue} / ${Math.max(0, a).toFixed(4)})`;
};

/**
 * Variables of Figma's REST API (`meta.variables`, `meta.variableCollections`), or the same lists at
 * the top. A collection with several modes gives a group for each mode; aliases stay references.
 */
export const figma: ImportFormat = {
  id: 'figma',
  title: 'Figma variables (JSON)',
  content: 'object',
  read: (content) => {
    const document = readObject(content);
    const meta = isNode(document['meta']) ? document['meta'] : document;
    const variables = nodes(meta['variables']);
    if (variables.length === 0) throw new ImportFault('must have variables');
    const byId = new Map(variables.map((variable) => [text(variable['id']), variable]));
    const collections = new Map(
      nodes(meta['variableCollections'] ?? meta['collections']).map((item) => [text(item['id']), item]),
    );
    const builder = createTokenBuilder();

    const modesOf = (variable: TreeNode): { id: string; prefix: readonly string[] }[] => {
      const collection = collections.get(text(variable['variableCollectionId']));
      const modes = nodes(collection?.['modes']);
      if (modes.length > 1)
        return modes.map((mode) => ({ id: text(mode['modeId']), prefix: [text(mode['name'])] }));
      const values = isNode(variable['valuesByMode']) ? variable['valuesByMode'] : {};
      return Object.keys(values)
        .slice(0, 1)
        .map((id) => ({ id, prefix: [] }));
    };
    const referenceTo = (id: string, mode: readonly string[]): string | null => {
      const target = byId.get(id);
      if (!target) return null;
      // An alias to a collection with the same modes stays in its mode.
      const modes = modesOf(target);
      const same = modes.find(({ prefix }) => prefix.join() === mode.join()) ?? modes[0];
      return `{${[...(same?.prefix ?? []), ...pathOf(target)].map(tokenName).join('.')}}`;
    };
    const valueOf = (value: Json | undefined, mode: readonly string[]): Json | null => {
      if (!isNode(value)) return value ?? null;
      if (value['type'] === 'VARIABLE_ALIAS') return referenceTo(text(value['id']), mode);
      return colorOf(value);
    };

    for (const variable of variables) {
      const values = isNode(variable['valuesByMode']) ? variable['valuesByMode'] : {};
      const kind = text(variable['resolvedType'] ?? variable['type']);
      for (const { id, prefix } of modesOf(variable)) {
        const place = [...prefix, ...pathOf(variable)];
        const value = valueOf(values[id], prefix);
        if (value === null || kind === 'BOOLEAN' || (kind === 'STRING' && typeof value !== 'string')) {
          builder.say(`${place.join('.')} (${kind}) has no place among design tokens and was left out.`);
          continue;
        }
        if (kind === 'STRING' && curlyPath(value) === null && !/font/i.test(place.join('.'))) {
          builder.say(`${place.join('.')} is a text and was left out.`);
          continue;
        }
        const type = { COLOR: 'color', FLOAT: 'number', STRING: 'fontFamily' }[kind];
        const note = text(variable['description']);
        builder.add(place, {
          ...(type === undefined ? {} : { $type: type }),
          $value: value,
          ...(note === '' ? {} : { $description: note }),
        });
      }
    }
    return builder.build();
  },
};
