import { nameCollision } from '../naming/name-tokens.ts';
import type { ColorToken } from '../token.ts';

export interface Tree<Leaf> {
  [name: string]: Tree<Leaf> | Leaf;
}

interface Node {
  token: ColorToken | undefined;
  readonly children: Map<string, Node>;
}

export interface NestOptions<Leaf> {
  readonly leading: readonly string[];
  /** A segment's name in the target. */
  readonly key: (segment: string) => string;
  /** The name that a token gets inside its own group, where it is a group as well (`base` beside `base.50`). */
  readonly rootKey: string;
  readonly leaf: (token: ColorToken) => Leaf;
}

/**
 * Tokens as a tree of groups. Objects have no prototype, so that a token named `__proto__` is a token.
 * Throws `name_collision` if two tokens would share a place.
 */
export const nest = <Leaf>(tokens: readonly ColorToken[], options: NestOptions<Leaf>): Tree<Leaf> => {
  const root: Node = { token: undefined, children: new Map() };
  for (const token of tokens) {
    const place = [...options.leading, ...token.path].reduce(
      (node, segment) => child(node, options.key(segment)),
      root,
    );
    if (place.token) throw nameCollision(token.path.map(options.key).join('.'), place.token.path, token.path);
    place.token = token;
  }
  return toTree(root, options);
};

const child = (node: Node, name: string): Node => {
  const known = node.children.get(name);
  if (known) return known;
  const made: Node = { token: undefined, children: new Map() };
  node.children.set(name, made);
  return made;
};

const toTree = <Leaf>(node: Node, options: NestOptions<Leaf>): Tree<Leaf> => {
  const tree = Object.create(null) as Tree<Leaf>;
  if (node.token) {
    const other = node.children.get(options.rootKey);
    if (other) throw nameCollision(options.rootKey, node.token.path, anyTokenIn(other).path);
    tree[options.rootKey] = options.leaf(node.token);
  }
  for (const [name, next] of node.children) {
    tree[name] = next.token && next.children.size === 0 ? options.leaf(next.token) : toTree(next, options);
  }
  return tree;
};

/** Every node has a token in it or below it. */
const anyTokenIn = (node: Node): ColorToken => {
  if (node.token) return node.token;
  const [first] = node.children.values();
  if (!first) throw new Error('An empty group.');
  return anyTokenIn(first);
};
