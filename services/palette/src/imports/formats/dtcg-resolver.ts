import { modeName, withModeValues, MOST_MODES } from '../../themes/tokens/resolve-modes.ts';
import { pointerPath, isNode, isToken, listTokens } from '../../themes/tokens/token-tree.ts';
import type { TreeNode, TreeToken } from '../../themes/tokens/token-tree.ts';
import type { Json } from '../../themes/theme.ts';
import { ImportFault } from '../import-format.ts';

/** True if a document says how sets of tokens are put together (DTCG Resolver Module 2025.10). */
export const isResolver = (root: TreeNode): boolean => Array.isArray(root['resolutionOrder']);

/** Merges trees; a later token replaces an earlier one. */
const merge = (lower: TreeNode, upper: TreeNode): TreeNode => {
  const merged: Record<string, Json> = { ...lower };
  for (const [name, value] of Object.entries(upper)) {
    const below = merged[name];
    merged[name] =
      isNode(below) && isNode(value) && !isToken(below) && !isToken(value) && !name.startsWith('$')
        ? merge(below, value)
        : value;
  }
  return merged;
};

const listOf = (value: Json | undefined): readonly Json[] =>
  Array.isArray(value) ? (value as readonly Json[]) : [];

/** One step of the resolution: sources, or one list of them for each context. */
interface Step {
  readonly modifier: string | null;
  readonly contexts: ReadonlyMap<string, readonly TreeNode[]>;
  readonly chosen: string;
}

/** A token with what it inherits, for a place where that may be missing. */
const standalone = ({ node, ownType, inheritedType }: TreeToken): TreeNode =>
  ownType === null && inheritedType !== null ? { $type: inheritedType, ...node } : node;

const put = (tree: TreeNode, [name = '', ...rest]: readonly string[], token: TreeNode): TreeNode => {
  if (rest.length === 0) return { ...tree, [name]: token };
  const inner = tree[name];
  return { ...tree, [name]: put(isNode(inner) ? inner : {}, rest, token) };
};

const keyOf = ({ path }: TreeToken): string => JSON.stringify(path);

export interface ResolverReading {
  readonly say: (change: string) => void;
  /** Reads a tree of tokens as files have them. */
  readonly readTree: (tree: TreeNode) => TreeNode;
}

/**
 * Reads a resolver document: its sets with the default context of each modifier, and what tokens are
 * in the other contexts as their values in modes.
 * @throws ImportFault for too many contexts
 */
export const readResolver = (root: TreeNode, { say, readTree }: ResolverReading): TreeNode => {
  const read = new Map<TreeNode, TreeNode>();
  const once = (tree: TreeNode): TreeNode => {
    const known = read.get(tree) ?? readTree(tree);
    read.set(tree, known);
    return known;
  };
  const lookUp = (reference: string): TreeNode | null => {
    const found = pointerPath(reference)?.reduce<Json | undefined>(
      (place, name) => (isNode(place) && Object.hasOwn(place, name) ? place[name] : undefined),
      root,
    );
    return isNode(found) ? found : null;
  };
  const sourcesOf = (sources: Json | undefined, open: readonly string[]): TreeNode[] =>
    listOf(sources).flatMap((source) => {
      if (!isNode(source)) return [];
      const reference = source['$ref'];
      if (typeof reference !== 'string') return [once(source)];
      const found = open.includes(reference) ? null : lookUp(reference);
      if (found === null) {
        say(`The source ${reference.slice(0, 100)} is not in the document and was left out.`);
        return [];
      }
      return found['sources'] === undefined
        ? [once(found)]
        : sourcesOf(found['sources'], [...open, reference]);
    });
  const steps = listOf(root['resolutionOrder']).flatMap((item): Step[] => {
    if (!isNode(item)) return [];
    const { $ref: reference } = item;
    const named = typeof reference === 'string' ? lookUp(reference) : item;
    if (named === null) {
      say(
        `resolutionOrder: ${JSON.stringify(reference).slice(0, 100)} is not in the document and was left out.`,
      );
      return [];
    }
    const open = typeof reference === 'string' ? [reference] : [];
    if (!isNode(named['contexts']))
      return [{ modifier: null, contexts: new Map([['', sourcesOf(named['sources'], open)]]), chosen: '' }];
    const contexts = new Map(
      Object.entries(named['contexts']).map(([name, sources]) => [name, sourcesOf(sources, open)]),
    );
    const [first = ''] = contexts.keys();
    const given = named['default'];
    const name = typeof reference === 'string' ? pointerPath(reference)?.at(-1) : item['name'];
    return [
      {
        modifier: typeof name === 'string' ? name : 'mode',
        contexts,
        chosen: typeof given === 'string' && contexts.has(given) ? given : first,
      },
    ];
  });
  const count = steps.reduce((sum, { contexts }) => sum + contexts.size, 0);
  if (count > MOST_MODES * 2)
    throw new ImportFault(`must not have more than ${MOST_MODES * 2} sets and contexts`);

  /** The tokens with one context chosen instead of the default of its modifier. */
  const treeWith = (step?: Step, context?: string): TreeNode =>
    steps
      .flatMap((item) => item.contexts.get(item === step ? (context ?? '') : item.chosen) ?? [])
      .reduce(merge, {});
  const tokensOf = (tree: TreeNode): Map<string, TreeToken> =>
    new Map(
      listTokens(tree, (check) => {
        try {
          return check();
        } catch {
          // The validation says what is wrong with it.
          return undefined;
        }
      }).map((token) => [keyOf(token), token]),
    );

  let tree = treeWith();
  const base = tokensOf(tree);
  const namesOf = new Map<string, number>();
  for (const { contexts, modifier } of steps)
    if (modifier !== null)
      for (const name of contexts.keys()) namesOf.set(modeName(name), (namesOf.get(modeName(name)) ?? 0) + 1);
  const values = new Map<string, { token: TreeToken; inModes: Map<string, Json> }>();
  for (const step of steps) {
    const { modifier, contexts } = step;
    if (modifier === null || contexts.size < 2) continue;
    const trees = [...contexts.keys()].map((context) => {
      const name = modeName(context);
      // Contexts of two modifiers may have one name, such as `default`.
      const mode = (namesOf.get(name) ?? 0) > 1 ? modeName(`${modifier} ${context}`) : name;
      return [mode, tokensOf(treeWith(step, context))] as const;
    });
    const changing = new Set(
      trees.flatMap(([, tokens]) =>
        [...tokens].flatMap(([key, token]) =>
          JSON.stringify(token.node) === JSON.stringify(base.get(key)?.node) ? [] : [key],
        ),
      ),
    );
    for (const key of changing)
      for (const [mode, tokens] of trees) {
        const token = tokens.get(key);
        if (token === undefined) continue;
        const { $value: value, $ref: reference } = token.node;
        const known = values.get(key) ?? { token: base.get(key) ?? token, inModes: new Map<string, Json>() };
        if (!base.has(key) && !values.has(key))
          say(
            `${token.path.join('.')}: only the mode ${mode} has a value for it, which counts in all others, too.`,
          );
        values.set(key, known);
        known.inModes.set(mode, value ?? { $ref: reference ?? null });
      }
  }
  for (const { token, inModes } of values.values())
    tree = put(tree, token.path, withModeValues(standalone(token), inModes));
  return tree;
};
