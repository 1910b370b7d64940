import type { Json } from '../theme.ts';
import {
  colorLiteral,
  dimensionLiteral,
  durationLiteral,
  easingLiteral,
  numberLiteral,
} from './css-literal.ts';
import type { TypedValue } from './css-literal.ts';
import { curlyPath } from './references.ts';
import { MAX_DEPTH, isNode, isToken } from './token-tree.ts';
import type { TreeNode } from './token-tree.ts';

/** A tree in DTCG 2025.10 notation, and what was changed to get there. */
export interface NormalizedTokens {
  readonly tree: TreeNode;
  /** One sentence for each changed token. */
  readonly warnings: readonly string[];
}

const LITERALS: Readonly<Record<string, (text: string) => TypedValue | null>> = {
  color: colorLiteral,
  dimension: dimensionLiteral,
  duration: durationLiteral,
  number: numberLiteral,
  fontWeight: numberLiteral,
  cubicBezier: easingLiteral,
};
const COMPOSITES = new Set(['border', 'gradient', 'shadow', 'strokeStyle', 'transition', 'typography']);
/** Members of composite values that are words. */
const WORDS = new Set(['style', 'lineCap', 'fontFamily', 'fontWeight', 'unit', 'colorSpace', 'hex', '$ref']);

/** `"Segoe UI", sans-serif` as a list of names, or as the one name that it is. */
const families = (text: string): Json => {
  const names = text.split(',').map((name) => name.trim().replace(/^(["'])(.*)\1$/, '$2'));
  const [only = text] = names;
  return names.length === 1 ? only : names.filter((name) => name !== '');
};

/** The typed value of a text in CSS notation, or null. */
export const infer = (text: string, path: readonly string[]): TypedValue | null => {
  for (const literal of [numberLiteral, dimensionLiteral, durationLiteral, colorLiteral]) {
    const found = literal(text);
    if (found !== null) return found;
  }
  if (/^cubic-bezier\(/.test(text)) return easingLiteral(text);
  // `font-size: max(1rem, 4vw)` is no family.
  return /font|family/i.test(path.join('.')) && !/[()]/.test(text)
    ? { type: 'fontFamily', value: families(text) }
    : null;
};

/** A number as its type writes it; without a unit it counts pixels or milliseconds. */
const ofNumber = (value: number, type: string | null): TypedValue => {
  if (type === 'dimension') return { type, value: { value, unit: 'px' } };
  if (type === 'duration') return { type, value: { value, unit: 'ms' } };
  return { type: type ?? 'number', value };
};

/** The members of a composite value, with CSS notation replaced. */
const normalizeMember = (value: Json, name: string): Json => {
  if (Array.isArray(value)) return (value as readonly Json[]).map((item) => normalizeMember(item, name));
  if (isNode(value))
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, normalizeMember(item, key)]));
  if (typeof value !== 'string' || WORDS.has(name) || curlyPath(value) !== null) return value;
  const found =
    dimensionLiteral(value) ?? durationLiteral(value) ?? easingLiteral(value) ?? colorLiteral(value);
  return found === null ? value : found.value;
};

const normalizeValue = (value: Json, type: string | null, path: readonly string[]): TypedValue | null => {
  if (type !== null && COMPOSITES.has(type)) return { type, value: normalizeMember(value, '') };
  if (typeof value === 'number') return ofNumber(value, type);
  if (typeof value !== 'string' || curlyPath(value) !== null) return null;
  const text = value.trim();
  if (type === null) return infer(text, path);
  const found = LITERALS[type]?.(text) ?? null;
  return found === null ? null : { type, value: found.value };
};

const shown = (value: Json): string => {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
};

/**
 * Rewrites tokens as people first write them to DTCG 2025.10: a string or number at a leaf becomes
 * a token, and CSS notation (`#ff0000`, `4px`, `200ms`) becomes a typed value. What it does not
 * recognise stays as it is, for the validation to refuse.
 */
export const normalizeTokens = (root: TreeNode): NormalizedTokens => {
  const warnings: string[] = [];

  const normalizeToken = (node: TreeNode, path: readonly string[], inherited: string | null): TreeNode => {
    const own = typeof node['$type'] === 'string' ? node['$type'] : null;
    const given = node['$value'] ?? null;
    const found = normalizeValue(given, own ?? inherited, path);
    if (found === null) return node;
    const isTyped = own !== null || inherited !== null;
    if (isTyped && JSON.stringify(found.value) === JSON.stringify(given)) return node;
    warnings.push(`${path.join('.')}: ${shown(given)} was read as the ${found.type} ${shown(found.value)}.`);
    return isTyped ? { ...node, $value: found.value } : { ...node, $type: found.type, $value: found.value };
  };

  const normalizeLeaf = (value: string | number, path: readonly string[], inherited: string | null): Json => {
    if (typeof value === 'string' && curlyPath(value) !== null) {
      warnings.push(`${path.join('.')}: ${shown(value)} was read as a token that refers to it.`);
      return { $value: value };
    }
    const found = normalizeValue(value, inherited, path);
    if (found === null) return value;
    warnings.push(`${path.join('.')}: ${shown(value)} was read as the ${found.type} ${shown(found.value)}.`);
    return inherited === null ? { $type: found.type, $value: found.value } : { $value: found.value };
  };

  const normalizeGroup = (group: TreeNode, path: readonly string[], inherited: string | null): TreeNode => {
    const type = typeof group['$type'] === 'string' ? group['$type'] : inherited;
    // Too deep for the validation, which says so.
    if (path.length > MAX_DEPTH) return group;
    return Object.fromEntries(
      Object.entries(group).map(([name, child]) => {
        const place = [...path, name];
        if (name.startsWith('$') && name !== '$root') return [name, child];
        if (typeof child === 'string' || typeof child === 'number')
          return [name, normalizeLeaf(child, place, type)];
        if (!isNode(child)) return [name, child];
        return [
          name,
          isToken(child) ? normalizeToken(child, place, type) : normalizeGroup(child, place, type),
        ];
      }),
    );
  };

  const tree = normalizeGroup(root, [], null);
  return { tree, warnings };
};
