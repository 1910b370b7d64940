import { infer } from '../themes/tokens/infer-value.ts';
import { normalizeTokens } from '../themes/tokens/normalize-tokens.ts';
import { modeName } from '../themes/tokens/resolve-modes.ts';
import { isNode, listTokens, nodeAt, pointerPath } from '../themes/tokens/token-tree.ts';
import type { TreeNode } from '../themes/tokens/token-tree.ts';
import type { Json } from '../themes/theme.ts';
import { withImports } from './css-blocks.ts';
import { cascade, inModeOfFile } from './css-cascade.ts';
import { detectFormat } from './detect-format.ts';
import { isResolver, readResolver } from './formats/dtcg-resolver.ts';
import { ImportFault } from './import-format.ts';
import type { ImportedTokens } from './import-format.ts';
import { cleanName, mayHaveTokens, readData, unzip } from './read-content.ts';
import type { TokenFile } from './read-content.ts';
import { IMPORT_FORMATS } from './registry.ts';

/** Tokens of files, with the format that they were read as. */
export interface ImportedFiles extends ImportedTokens {
  readonly format: string;
  readonly files?: readonly string[];
}

/** How every zip begins, in base64. */
const ZIP = /^\s*(?:data:[\w/.+-]{0,60};base64,)?UEsDB/;

const bytesOf = (base64: string): Uint8Array => Buffer.from(base64.replace(/^\s*data:[^,]*,/, ''), 'base64');

/** The files of a zip in base64; undefined for other content. @throws ImportFault */
export const filesInZip = (content: unknown): TokenFile[] | undefined =>
  typeof content === 'string' && ZIP.test(content.slice(0, 200)) ? unzip(bytesOf(content)) : undefined;

/** Files, with those of zips among them. @throws ImportFault */
export const unpackAll = (files: readonly TokenFile[]): TokenFile[] =>
  files.flatMap((file) => filesInZip(file.content) ?? [file]);

interface ReadFile {
  readonly name: string;
  readonly content: string | TreeNode;
  /** Of the file by itself; null for one that shows none. */
  readonly format: string | null;
}

const EXTENSION = /(?:\.tokens)?\.[^./]*$/i;
const withoutExtension = (name: string): string => name.replace(EXTENSION, '');
const folderOf = (name: string): string => name.slice(0, name.lastIndexOf('/') + 1);
const baseOf = (name: string): string => name.slice(name.lastIndexOf('/') + 1);
const isStudioFile = (name: string): boolean => /^\$(?:themes|metadata)\.json$/i.test(baseOf(name));
const isStyleSheet = (name: string): boolean => /\.(?:css|scss|less|pcss)$/i.test(name);

/** True if a tree without tokens has their bare values, as built files do: some colours, lengths or times. */
const hasBareValues = (tree: TreeNode): boolean => {
  const texts: string[] = [];
  const collect = (value: Json, depth: number): void => {
    if (typeof value === 'string') texts.push(value);
    else if (isNode(value) && depth < 16) for (const item of Object.values(value)) collect(item, depth + 1);
  };
  collect(tree, 0);
  const known = texts.filter((text) => {
    const type = text.length > 200 ? undefined : infer(text.trim(), [])?.type;
    return type !== undefined && type !== 'number';
  });
  return known.length >= 3 && known.length >= 0.3 * texts.length;
};

const readFile = ({ name, content }: TokenFile): ReadFile => {
  if (typeof content !== 'string') {
    const tree = isNode(content) ? content : {};
    return { name, content: tree, format: detectFormat(tree) };
  }
  if (isStyleSheet(name)) return { name, content, format: detectFormat(content) };
  const data = readData(content, name);
  if (data === null) return { name, content, format: detectFormat(content) };
  const format = detectFormat(data);
  // Other JSON of a repository would be taken for tokens without a type.
  const hasTokens =
    format !== 'dtcg' ||
    isResolver(data) ||
    /"\$(?:value|ref|extends)":/.test(JSON.stringify(data)) ||
    hasBareValues(data);
  return { name, content: data, format: hasTokens ? format : null };
};

type Say = (change: string) => void;

/** A path below a folder: `../light.json` in `themes/`. */
const relativeTo = (folder: string, path: string): string => {
  const parts: string[] = [];
  for (const part of `${folder}${path}`.split('/'))
    if (part === '..') parts.pop();
    else if (part !== '.' && part !== '') parts.push(part);
  return parts.join('/');
};

/** A resolver document with its file sources in it. */
const withSources = (
  document: ReadFile & { content: TreeNode },
  files: readonly ReadFile[],
  say: Say,
): TreeNode => {
  const byName = new Map(files.map((file) => [file.name, file]));
  const used = new Set<string>([document.name]);
  const sourceOf = (reference: string): Json | undefined => {
    const [path = '', pointer] = reference.split('#');
    const file = byName.get(relativeTo(folderOf(document.name), decodeURI(path)));
    if (file === undefined || typeof file.content === 'string') return undefined;
    used.add(file.name);
    const inside = pointer === undefined || pointer === '' ? [] : pointerPath(`#${pointer}`);
    return inside === null ? undefined : nodeAt(file.content, inside);
  };
  const inlined = (value: Json, depth = 0): Json => {
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => inlined(item, depth + 1));
    if (!isNode(value) || depth > 8) return value;
    const { $ref: reference } = value;
    if (typeof reference === 'string' && !reference.startsWith('#')) return sourceOf(reference) ?? value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inlined(item, depth + 1)]));
  };
  const root = Object.fromEntries(
    Object.entries(document.content).map(([name, item]) => [
      name,
      ['sets', 'modifiers', 'resolutionOrder'].includes(name) ? inlined(item) : item,
    ]),
  );
  for (const { name } of files)
    if (!used.has(name)) say(`${name} is not a source of ${document.name} and was left out.`);
  return root;
};

/** Sets of Tokens Studio in files of their own, as it keeps them in repositories. */
const studioRoot = (files: readonly ReadFile[], sent: readonly TokenFile[]): TreeNode => {
  const special = (name: string): Json | undefined => {
    const file = sent.find((item) => baseOf(item.name).toLowerCase() === name);
    if (file === undefined) return undefined;
    try {
      return (typeof file.content === 'string' ? JSON.parse(file.content) : file.content) as Json;
    } catch {
      throw new ImportFault(`must have JSON in ${file.name}`);
    }
  };
  const place = sent.find(({ name }) => isStudioFile(name))?.name ?? '';
  const folder = folderOf(place);
  const sets = files
    .filter(({ name, content }) => !isStudioFile(name) && typeof content !== 'string')
    .map(({ name, content }): [string, Json] => {
      const below = name.startsWith(folder) ? name.slice(folder.length) : name;
      return [withoutExtension(below), content];
    });
  const themes = special('$themes.json');
  return {
    ...Object.fromEntries(sets),
    ...(themes === undefined ? {} : { $themes: themes }),
    $metadata: special('$metadata.json') ?? { tokenSetOrder: sets.map(([name]) => name) },
  };
};

interface Tree {
  readonly name: string;
  readonly tokens: TreeNode;
}

/** Values of a tree by path. */
const valuesOf = (tokens: TreeNode): Map<string, string> =>
  new Map(
    listTokens(tokens, (check) => {
      try {
        return check();
      } catch {
        // The validation names it.
        return undefined;
      }
    }).map(({ path, node }) => [
      JSON.stringify(path),
      JSON.stringify(node['$value'] ?? node['$ref'] ?? null),
    ]),
  );

/** Groups of files that have other values for the same tokens; each file is in one. */
const conflictsOf = <Item>(
  trees: readonly Item[],
  valuesIn: (item: Item) => Map<string, string>,
): Item[][] => {
  const groups = new Map<Item, Item[]>(trees.map((tree) => [tree, [tree]]));
  const first = new Map<string, { tree: Item; value: string }>();
  for (const tree of trees)
    for (const [path, value] of valuesIn(tree)) {
      const known = first.get(path);
      if (known === undefined) first.set(path, { tree, value });
      else if (known.value !== value) {
        const [one, other] = [groups.get(known.tree) ?? [], groups.get(tree) ?? []];
        if (one === other) continue;
        one.push(...other);
        for (const item of other) groups.set(item, one);
      }
    }
  return [...new Set(groups.values())];
};

const wordsOf = (name: string): string[] =>
  withoutExtension(name)
    .split(/[/._\s-]+/)
    .filter((word) => word !== '');

/**
 * The part in which file names differ: `light` and `dark` of `theme.light.json` and
 * `theme.dark.json`.
 */
const contextNames = (names: readonly string[]): string[] => {
  const words = names.map(wordsOf);
  const shared = (word: string): boolean => words.every((own) => own.includes(word));
  return words.map((own, place) => {
    const differing = own.filter((word) => !shared(word));
    const name = (differing.length === 0 ? own.slice(-1) : differing).join('-');
    return name === '' ? `file-${place + 1}` : name;
  });
};

/** The context of what counts without a mode. */
const DEFAULTS = /^(?:default|base|light|core|global|root|main)$/i;

/** Parts in which the names of style sheets for modes differ. */
const MODE_WORD =
  /^(?:dark(?:er|est)?|light(?:er|est)?|dim(?:med)?|night|day|contrast|high|hc|black|white|mono|compact|comfortable|cozy|dense|spacious|small|large)$/i;

/** The values of a style sheet for the page itself, without a mode. */
const pageValues = (text: string): Map<string, string> =>
  new Map(
    cascade(text, { say: () => undefined, withParts: false }).flatMap(({ name, value }) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );

/**
 * Style sheets as one. Of those that set other values for the page itself, and whose names differ in a mode,
 * one is the page and the others are modes.
 */
const joinSheets = (
  sheets: readonly { readonly name: string; readonly text: string }[],
  say: Say,
): string => {
  const inMode = new Map<unknown, string>();
  const groups = sheets.length < 2 ? [] : conflictsOf(sheets, ({ text }) => pageValues(text));
  for (const group of groups) {
    const names = contextNames(group.map(({ name }) => name));
    if (group.length < 2 || !names.some((name) => name.split('-').some((word) => MODE_WORD.test(word))))
      continue;
    const isDefault = (name: string): boolean => DEFAULTS.test(name);
    const isModeless = (name: string): boolean => !name.split('-').some((word) => MODE_WORD.test(word));
    const plain = names.find(isDefault) ?? names.find(isModeless) ?? names[0];
    group.forEach((sheet, place) => {
      const name = names[place] ?? '';
      if (name === plain) return;
      inMode.set(sheet, name);
      say(`${sheet.name} has other values for the page than another file and is the mode ${modeName(name)}.`);
    });
  }
  return sheets
    .map((sheet) => {
      const mode = inMode.get(sheet);
      return mode === undefined ? sheet.text : inModeOfFile(mode, sheet.text);
    })
    .join('\n');
};

/** Joins trees; files that contradict each other become modes. */
const joinTrees = (trees: readonly Tree[], say: Say): TreeNode => {
  const groups = conflictsOf(trees, ({ tokens }) => valuesOf(tokens));
  const alone = groups.filter((group) => group.length === 1).flat();
  const modifiers = groups
    .filter((group) => group.length > 1)
    .map((group, place) => {
      const names = contextNames(group.map(({ name }) => name));
      const contexts = group.map(({ tokens }, at): [string, TreeNode[]] => [names[at] ?? '', [tokens]]);
      say(
        `${group.map(({ name }) => name).join(', ')} have other values for the same tokens and are the modes ${names.map(modeName).join(', ')}.`,
      );
      const chosen = names.find((name) => DEFAULTS.test(name)) ?? names[0] ?? '';
      return [`files-${place + 1}`, { contexts: Object.fromEntries(contexts), default: chosen }] as const;
    });
  const root: TreeNode = {
    sets: { all: { sources: alone.map(({ tokens }) => tokens) } },
    modifiers: Object.fromEntries(modifiers),
    resolutionOrder: [
      { $ref: '#/sets/all' },
      ...modifiers.map(([name]) => ({ $ref: `#/modifiers/${name}` })),
    ],
  };
  return readResolver(root, { say, readTree: (tree) => tree });
};

/** Reads each file by itself, style sheets together, and joins what they have. */
const readEach = (files: readonly ReadFile[], given: string | undefined, say: Say): ImportedFiles => {
  const counts = new Map<string, number>();
  const trees: Tree[] = [];
  const read = (name: string, content: string | TreeNode, format: string): void => {
    const { tokens, changes } = (IMPORT_FORMATS.get(format) ?? refuse(format)).read(content);
    for (const change of changes) say(change);
    counts.set(format, (counts.get(format) ?? 0) + 1);
    trees.push({ name, tokens });
  };
  const variables = files.filter(({ name, format }) => isStyleSheet(name) && format === 'scss');
  const [first] = variables;
  // Those of one file are worked out with those of another.
  if (first !== undefined)
    read(
      first.name,
      variables.map(({ content }) => (typeof content === 'string' ? content : '')).join('\n'),
      'scss',
    );
  const sheets = files.filter(
    ({ name, format }) => isStyleSheet(name) && format !== null && format !== 'scss',
  );
  const [sheet] = sheets;
  if (sheet !== undefined) {
    const isTailwind = sheets.some(({ format }) => format === 'tailwind-v4');
    const texts = sheets.map(({ name, content }) => ({
      name,
      text: typeof content === 'string' ? content : '',
    }));
    const text = joinSheets(withImports(texts, say), say);
    read(sheet.name, text, isTailwind ? 'tailwind-v4' : 'css');
  }
  for (const { name, content, format } of files) {
    if (isStyleSheet(name)) {
      if (format === null) say(`${name} has no custom properties or variables and was left out.`);
      continue;
    }
    const id = given ?? format;
    if (id === null) {
      say(`${name} has no tokens and was left out.`);
      continue;
    }
    try {
      read(name, content, id);
    } catch (error) {
      if (!(error instanceof ImportFault)) throw error;
      say(`${name} was left out: it ${error.message}.`);
    }
  }
  if (trees.length === 0) throw new ImportFault('must have tokens in at least one file');
  const [format = 'dtcg'] = [...counts].sort(([, one], [, other]) => other - one)[0] ?? [];
  const [only, ...others] = trees;
  if (others.length === 0) return { format, tokens: only?.tokens ?? {}, changes: [] };
  // Values without a type are tokens only then, which may contradict each other.
  const normalized = trees.map(({ name, tokens }) => ({ name, ...normalizeTokens(tokens) }));
  const tokens = joinTrees(
    normalized.map(({ name, tree }) => ({ name, tokens: tree })),
    say,
  );
  for (const { warnings } of normalized) for (const warning of warnings) say(warning);
  return { format, tokens, changes: [] };
};

const refuse = (format: string): never => {
  throw new Error(`The schema let the unknown format ${format} pass.`);
};

/**
 * Reads files that belong together: a resolver document with its sources, sets of Tokens Studio with
 * `$themes.json`, style sheets, or trees whose references lead from one to another. Files with other
 * values for the same tokens are modes.
 * @param given the format of all; each one's own by default
 * @throws ImportFault
 */
export const combineFiles = (sent: readonly TokenFile[], given: string | undefined): ImportedFiles => {
  const changes: string[] = [];
  const say: Say = (change) => {
    changes.push(change);
  };
  const named = sent.map((file, place) => ({ ...file, name: cleanName(file.name) || `file-${place + 1}` }));
  const names = new Set<string>();
  const known = named.filter(({ name }) => {
    if (!mayHaveTokens(name)) say(`${name} is not a file of tokens and was left out.`);
    else if (names.has(name)) say(`${name} occurs twice; the first one counts.`);
    else {
      names.add(name);
      return true;
    }
    return false;
  });
  if (known.length === 0)
    throw new ImportFault('must have a file with tokens: JSON, YAML, CSS, SCSS or Less');
  const files = known.sort((one, other) => (one.name < other.name ? -1 : 1)).map(readFile);
  const readNames = files.map(({ name }) => name);
  const finish = (format: string, root: TreeNode): ImportedFiles => {
    const read = (IMPORT_FORMATS.get(format) ?? refuse(format)).read(root);
    return { format, files: readNames, tokens: read.tokens, changes: [...changes, ...read.changes] };
  };
  const resolver = files.find(
    (file): file is ReadFile & { content: TreeNode } =>
      typeof file.content !== 'string' && isResolver(file.content),
  );
  if (resolver !== undefined) return finish('dtcg', withSources(resolver, files, say));
  const isStudio =
    given === 'tokens-studio' ||
    known.some(({ name }) => isStudioFile(name)) ||
    (given === undefined && files.every(({ format }) => format === 'tokens-studio'));
  if (isStudio) return finish('tokens-studio', studioRoot(files, known));
  const read = readEach(files, given, say);
  return { ...read, files: readNames, changes };
};
