import { rgbOfHex } from '../../color/srgb.ts';
import { curlyPath } from '../../themes/tokens/references.ts';
import { isNode } from '../../themes/tokens/token-tree.ts';
import type { TreeNode } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import { ImportFault } from '../import-format.ts';
import type { ImportFormat } from '../import-format.ts';
import { readObject } from '../read-content.ts';
import { hexOfFractions, createTokenBuilder, tokenName } from '../token-builder.ts';

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
 * the top. In a collection with several modes each token has a value for each of them, and that of
 * the collection's default mode without one; aliases stay references.
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

    /** The value without a mode, and those of the collection's modes if it has several. */
    const modesOf = (variable: TreeNode): { id: string; mode?: string }[] => {
      const collection = collections.get(text(variable['variableCollectionId']));
      const modes = nodes(collection?.['modes']).map((mode) => ({
        id: text(mode['modeId']),
        mode: text(mode['name']),
      }));
      const values = isNode(variable['valuesByMode']) ? variable['valuesByMode'] : {};
      const known = [
        text(collection?.['defaultModeId']),
        ...modes.map(({ id }) => id),
        ...Object.keys(values),
      ];
      const id = known.find((candidate) => values[candidate] !== undefined);
      const base = id === undefined ? [] : [{ id }];
      return modes.length > 1 ? [...base, ...modes.filter((mode) => values[mode.id] !== undefined)] : base;
    };
    const referenceTo = (id: string): string | null => {
      const target = byId.get(id);
      return target ? `{${pathOf(target).map(tokenName).join('.')}}` : null;
    };
    const valueOf = (value: Json | undefined): Json | null => {
      if (!isNode(value)) return value ?? null;
      if (value['type'] === 'VARIABLE_ALIAS') return referenceTo(text(value['id']));
      return colorOf(value);
    };

    for (const variable of variables) {
      const values = isNode(variable['valuesByMode']) ? variable['valuesByMode'] : {};
      const kind = text(variable['resolvedType'] ?? variable['type']);
      for (const { id, mode } of modesOf(variable)) {
        const place = pathOf(variable);
        const value = valueOf(values[id]);
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
        builder.add(
          place,
          {
            ...(type === undefined ? {} : { $type: type }),
            $value: value,
            ...(note === '' ? {} : { $description: note }),
          },
          mode,
        );
      }
    }
    return builder.build();
  },
};
