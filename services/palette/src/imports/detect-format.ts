import { parseColor } from '../color/css/parse-color.ts';
import type { Json } from '../themes/theme.ts';
import { isNode } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import { isTailwindTheme } from './formats/tailwind-v3.ts';
import { looksLikeScss } from './formats/scss.ts';
import { looksLikeYaml, readData } from './read-content.ts';

/** Types that only Tokens Studio has. */
const STUDIO_TYPES = new Set(
  'boxShadow fontFamilies fontWeights fontSizes lineHeights letterSpacing letterSpacings paragraphSpacing paragraphSpacings paragraphIndent textCase textDecoration borderRadius borderWidth sizing spacing composition'.split(
    ' ',
  ),
);

/** Signs of a token tree's dialect. */
interface Traits {
  hasDtcgValue: boolean;
  hasPlainValue: boolean;
  isStudio: boolean;
}

/** The dialect is clear by then. */
const MOST_LOOKED_AT = 5_000;

const traitsOf = (root: TreeNode): Traits => {
  const traits: Traits = { hasDtcgValue: false, hasPlainValue: false, isStudio: false };
  const left: TreeNode[] = [root];
  for (let looked = 0; looked < MOST_LOOKED_AT; looked += 1) {
    const node = left.pop();
    if (node === undefined) break;
    const { $value, value, type, $type = type, $extensions } = node;
    if ($value !== undefined) traits.hasDtcgValue = true;
    if (value !== undefined && !isNode(value)) traits.hasPlainValue = true;
    if (($value ?? value) !== undefined && typeof $type === 'string' && STUDIO_TYPES.has($type))
      traits.isStudio = true;
    if (isNode($extensions) && $extensions['studio.tokens'] !== undefined) traits.isStudio = true;
    if (isNode(value) && typeof type === 'string') traits.hasPlainValue = true;
    for (const [name, child] of Object.entries(node))
      if (!name.startsWith('$') && isNode(child)) left.push(child);
  }
  return traits;
};

const isFigma = (root: TreeNode): boolean => {
  const meta = isNode(root['meta']) ? root['meta'] : root;
  const { variables } = meta;
  if (variables === undefined || typeof variables !== 'object' || variables === null) return false;
  return Object.values(variables as Record<string, Json>).some(
    (variable) => isNode(variable) && variable['valuesByMode'] !== undefined,
  );
};

const formatOfObject = (root: TreeNode): string => {
  if (isFigma(root)) return 'figma';
  if (root['$themes'] !== undefined || root['$metadata'] !== undefined) return 'tokens-studio';
  if (Array.isArray(root['resolutionOrder'])) return 'dtcg';
  const { hasDtcgValue, hasPlainValue, isStudio } = traitsOf(root);
  if (isStudio) return 'tokens-studio';
  if (hasDtcgValue) return 'dtcg';
  if (hasPlainValue) return 'style-dictionary';
  return isTailwindTheme(root) ? 'tailwind-v3' : 'dtcg';
};

/** The brace that JSON and JSON5 begin with, behind comments. */
const OBJECT = /^\uFEFF?(?:\s|\/\/[^\n]*\n|\/\*(?:[^*]|\*(?!\/))*\*\/)*\{/;

/** Photoshop's swatches: a version, a count, and so many colours of ten bytes. */
const isAco = (bytes: Buffer): boolean =>
  bytes.length >= 14 &&
  [1, 2].includes(bytes.readUInt16BE(0)) &&
  bytes.length >= 4 + bytes.readUInt16BE(2) * 10 &&
  bytes.readUInt16BE(2) > 0;

const formatOfText = (text: string): string | null => {
  const start = text.slice(0, 1_000).trimStart();
  if (start.startsWith('GIMP Palette')) return 'gpl';
  if (/@theme\b[^{};]{0,100}\{/.test(text)) return 'tailwind-v4';
  if (/(?<![\w-])--[^\s:;{}()]{1,200}\s{0,10}:/.test(text)) return 'css';
  if (looksLikeScss(text)) return 'scss';
  const words = start
    .replace(/^https?:\/\/\S*\//, '')
    .split(/[\s,;-]+/)
    .slice(0, 50)
    // The last one may be cut off.
    .slice(0, text.length > start.length ? -1 : undefined)
    .filter((word) => word !== '');
  if (words.length > 0 && words.every((word) => parseColor(`#${word.replace(/^#/, '')}`).ok)) return 'hex';
  if (!/^[A-Za-z0-9+/_-][A-Za-z0-9+/_=\s-]*$/.test(start)) return null;
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('latin1', 0, 4) === 'ASEF') return 'ase';
  return isAco(bytes) ? 'aco' : null;
};

/**
 * Detects the format of content.
 * @returns the id of an import format; null if it is unknown
 */
export const detectFormat = (content: unknown): string | null => {
  if (isNode(content)) return formatOfObject(content);
  if (typeof content !== 'string') return null;
  if (!OBJECT.test(content.slice(0, 4_000))) {
    const found = formatOfText(content);
    if (found !== null || !looksLikeYaml(content)) return found;
  }
  const value = readData(content) ?? (looksLikeYaml(content) ? readData(content, '.yaml') : null);
  return value === null ? null : formatOfObject(value);
};
