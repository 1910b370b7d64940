/** Tokens as a theme holds them: groups, tokens, and values in CSS notation. */
export type TokenTree = Readonly<Record<string, unknown>>;

/** A token of a tree, with its value in each mode that has one of its own. */
export interface TokenRow {
  readonly path: readonly string[];
  /** Its own type or that of a group around it. */
  readonly type: string | undefined;
  readonly value: unknown;
  readonly modes: Readonly<Record<string, unknown>>;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const modesOf = (token: Readonly<Record<string, unknown>>): Record<string, unknown> => {
  const extensions = token['$extensions'];
  const modes = isObject(extensions) ? extensions['mode'] : undefined;
  return isObject(modes) ? modes : {};
};

/** Lists the tokens of a tree in their order. */
export const tokenRows = (tree: TokenTree, path: readonly string[] = [], inherited?: string): TokenRow[] =>
  Object.entries(tree).flatMap(([name, node]): TokenRow[] => {
    if (name.startsWith('$')) return [];
    const own = [...path, name];
    if (!isObject(node)) return [{ path: own, type: inherited, value: node, modes: {} }];
    const type = typeof node['$type'] === 'string' ? node['$type'] : inherited;
    if ('$value' in node) return [{ path: own, type, value: node['$value'], modes: modesOf(node) }];
    return tokenRows(node, own, type);
  });

const HEX = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** The colour of a value that is one, in a notation that CSS knows. */
export const colorOf = (value: unknown): string | undefined => {
  if (typeof value === 'string') return HEX.test(value) ? value : undefined;
  return isObject(value) && typeof value['hex'] === 'string' ? value['hex'] : undefined;
};

const ALIAS = /^\{([^{}]+)\}$/;
/** References that lead further than this lead round in a circle. */
const LONGEST_WAY = 16;

/** The value that a reference such as `{color.brand}` leads to, in the mode that is asked for. */
export const resolvedValue = (rows: readonly TokenRow[], value: unknown, mode?: string): unknown => {
  let found = value;
  for (let step = 0; step < LONGEST_WAY; step += 1) {
    const name = typeof found === 'string' ? ALIAS.exec(found)?.[1] : undefined;
    if (name === undefined) return found;
    const row = rows.find(({ path }) => path.join('.') === name);
    if (!row) return undefined;
    found = (mode === undefined ? undefined : row.modes[mode]) ?? row.value;
  }
  return undefined;
};

/** The hex notation of a colour that is written by its components, where it says all of them. */
const wholeHex = (value: Readonly<Record<string, unknown>>): string | undefined => {
  const { hex, colorSpace, components, alpha = 1 } = value;
  if (typeof hex !== 'string' || colorSpace !== 'srgb' || alpha !== 1) return undefined;
  if (!Array.isArray(components)) return undefined;
  const digits = components.map((light) =>
    Math.round(Number(light) * 255)
      .toString(16)
      .padStart(2, '0'),
  );
  return `#${digits.join('')}` === hex.toLowerCase() ? hex : undefined;
};

/** The notation of CSS for a length that is written as a number and its unit. */
const lengthOf = ({ value, unit, ...others }: Readonly<Record<string, unknown>>): string | undefined =>
  typeof value === 'number' && typeof unit === 'string' && Object.keys(others).length === 0
    ? `${value}${unit}`
    : undefined;

/** A value as it is shown in a field: text, colours and lengths as CSS has them, all else as JSON. */
export const textOfValue = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return (isObject(value) && (wholeHex(value) ?? lengthOf(value))) || JSON.stringify(value);
};

const AMOUNT = /^(-?\d+(?:\.\d+)?)([a-z]+)$/;

/** Reads a field in the notation of the value before: a number stays one, an object is JSON. */
export const valueOfText = (text: string, before: unknown): unknown => {
  if (before === undefined || typeof before === 'string') return text;
  const [, amount, unit] = AMOUNT.exec(text) ?? [];
  if (isObject(before) && amount !== undefined && lengthOf(before) !== undefined)
    return { value: Number(amount), unit };
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

const LENGTH = /^-?[\d.]+(?:px|rem)$/;

/** A token without a type keeps what its notation says once it is written in full. */
const typeOf = (value: unknown): { $type?: string } => {
  if (colorOf(value) !== undefined) return { $type: 'color' };
  return typeof value === 'string' && LENGTH.test(value) ? { $type: 'dimension' } : {};
};

const changed = (node: unknown, mode: string | undefined, value: unknown): unknown => {
  if (mode === undefined) return isObject(node) && '$value' in node ? { ...node, $value: value } : value;
  const token: Record<string, unknown> =
    isObject(node) && '$value' in node ? node : { ...typeOf(node), $value: node };
  const { [mode]: _old, ...others } = modesOf(token);
  const modes = value === '' ? others : { ...others, [mode]: value };
  const { mode: _modes, ...extensions } = isObject(token['$extensions']) ? token['$extensions'] : {};
  const { $extensions: _all, ...rest } = token;
  const next = { ...extensions, ...(Object.keys(modes).length > 0 && { mode: modes }) };
  return Object.keys(next).length > 0 ? { ...rest, $extensions: next } : rest;
};

/**
 * Sets the value of a token, in a mode or for all of them; groups on the way are made. An empty text
 * takes a mode's own value away.
 */
export const withToken = (
  tree: TokenTree,
  [name = '', ...rest]: readonly string[],
  value: unknown,
  mode?: string,
): TokenTree => {
  const node = tree[name];
  const next =
    rest.length === 0 ? changed(node, mode, value) : withToken(isObject(node) ? node : {}, rest, value, mode);
  return { ...tree, [name]: next };
};

/** Takes a token out of a tree, with the groups that are empty then. */
export const withoutToken = (tree: TokenTree, [name = '', ...rest]: readonly string[]): TokenTree => {
  const { [name]: node, ...others } = tree;
  if (rest.length === 0 || !isObject(node)) return others;
  const left = withoutToken(node, rest);
  return Object.keys(left).every((key) => key.startsWith('$')) ? others : { ...tree, [name]: left };
};

/** Why a token can't be added at a path: one is there, it would be in one, or others would be in it. */
export type Taken = 'token' | 'within' | 'group';

/** Says what is in the way of a new token. */
export const takenAt = (tree: TokenTree, [name = '', ...rest]: readonly string[]): Taken | undefined => {
  if (!Object.hasOwn(tree, name)) return undefined;
  const node = tree[name];
  const isToken = !isObject(node) || '$value' in node;
  if (rest.length === 0) return isToken ? 'token' : 'group';
  return isToken ? 'within' : takenAt(node, rest);
};

/** The token or group at a path; undefined where there is none. */
const nodeAt = (tree: TokenTree, [name = '', ...rest]: readonly string[]): unknown => {
  const node = tree[name];
  if (rest.length === 0) return node;
  return isObject(node) ? nodeAt(node, rest) : undefined;
};

/** Puts a token of an earlier state back where it was, unless another one is there by now. */
export const withTokenBack = (tree: TokenTree, earlier: TokenTree, path: readonly string[]): TokenTree => {
  if (takenAt(tree, path) !== undefined) return tree;
  const put = (within: TokenTree, [name = '', ...rest]: readonly string[]): TokenTree => {
    const node = within[name];
    return {
      ...within,
      [name]: rest.length === 0 ? nodeAt(earlier, path) : put(isObject(node) ? node : {}, rest),
    };
  };
  return put(tree, path);
};
