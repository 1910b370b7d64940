import { nameCollision } from '../naming/name-tokens.ts';
import type { DesignToken } from '../token.ts';
import type { Reference } from './references.ts';
import type { RenderOptions } from '../export-format.ts';
import type { NamedToken } from '../naming/name-tokens.ts';
import { commentText, commentOf } from './comment.ts';
import { cssValue } from './css-value.ts';
import { inOrder, referencesTo } from './references.ts';

/** A string literal. */
const literal = (text: string): string => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;

/**
 * `export const brandBase = '#336699';` for each token, with its description above. Style
 * Dictionary has such a format, but it runs Prettier on each file, which takes longer than all
 * other formats together.
 */
export const exportedConstants = (tokens: readonly NamedToken[], options: RenderOptions): string => {
  const reference = referencesTo(tokens, (name) => name);
  return inOrder(tokens)
    .map(({ name, token }) => {
      const text = options.comments ? commentText(commentOf(token, reference) ?? '') : '';
      const comment = text === '' ? '' : `/** ${text} */\n`;
      const alias = token.alias === undefined ? null : reference(token.alias);
      return `${comment}export const ${name} = ${alias ?? literal(cssValue(token, options.colorSyntax))};\n`;
    })
    .join('');
};

/** `{ brandBase, brandAccent }`: all tokens in one object. Editors strike through deprecated ones. */
export const objectOfNames = (
  tokens: readonly NamedToken[],
  { comments }: Pick<RenderOptions, 'comments'>,
): string => {
  const reference = referencesTo(tokens, (name) => name);
  const lines = tokens.map(({ name, token }) => {
    const text = comments && token.deprecated ? commentText(commentOf(token, reference) ?? '') : '';
    return `${text === '' ? '' : `  /** ${text} */\n`}  ${name},\n`;
  });
  return `{\n${lines.join('')}}`;
};

/** The comment at the top of a file. */
export const header = (options: RenderOptions): string =>
  options.comments ? '// Do not edit directly, this file was auto-generated.\n\n' : '';

export interface Tree<Leaf> {
  [name: string]: Tree<Leaf> | Leaf;
}

interface Node<Token> {
  token: Token | undefined;
  readonly children: Map<string, Node<Token>>;
}

export interface NestOptions<Token, Leaf> {
  readonly leading: readonly string[];
  /** A segment's name in the target. */
  readonly key: (segment: string) => string;
  /** The name of a token inside its own group, if it is also a group (`base` beside `base.50`). */
  readonly rootKey: string;
  readonly leaf: (token: Token, reference: Reference) => Leaf;
}

/**
 * Tokens as a tree of groups. Objects have no prototype, so a token may be named `__proto__`.
 * @throws `name_collision` if two tokens would share a path
 */
export const nest = <Token extends DesignToken, Leaf>(
  tokens: readonly Token[],
  options: NestOptions<Token, Leaf>,
): Tree<Leaf> => {
  const root: Node<Token> = { token: undefined, children: new Map() };
  for (const token of tokens) {
    const place = [...options.leading, ...token.path].reduce(
      (node, segment) => child(node, options.key(segment)),
      root,
    );
    if (place.token) throw nameCollision(token.path.map(options.key).join('.'), place.token.path, token.path);
    place.token = token;
  }
  const reference: Reference = (path) => {
    const names = [...options.leading, ...path].map(options.key);
    const node = names.reduce<Node<Token> | undefined>((found, name) => found?.children.get(name), root);
    if (node?.token === undefined) return null;
    return `{${[...names, ...(node.children.size > 0 ? [options.rootKey] : [])].join('.')}}`;
  };
  return toTree(root, { ...options, leaf: (token) => options.leaf(token, reference) });
};

const child = <Token>(node: Node<Token>, name: string): Node<Token> => {
  const known = node.children.get(name);
  if (known) return known;
  const made: Node<Token> = { token: undefined, children: new Map() };
  node.children.set(name, made);
  return made;
};

const toTree = <Token extends DesignToken, Leaf>(
  node: Node<Token>,
  options: Pick<NestOptions<Token, Leaf>, 'rootKey'> & { readonly leaf: (token: Token) => Leaf },
): Tree<Leaf> => {
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
const anyTokenIn = <Token>(node: Node<Token>): Token => {
  if (node.token) return node.token;
  const [first] = node.children.values();
  if (!first) throw new Error('An empty group.');
  return anyTokenIn(first);
};
