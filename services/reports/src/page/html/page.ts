import { Parser } from 'parse5';
import type { DefaultTreeAdapterMap, Token, DefaultTreeAdapterTypes as Tree } from 'parse5';
import { attribute, describe, inOrder } from './element.ts';
import type { PageElement } from './element.ts';

/** Scripts written without spaces; two of their characters are counted as a word. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/gu;

const cache = new WeakMap<Page, string[]>();

/** The words of the visible text, in lower case. */
export const words = (page: Page): readonly string[] => {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const found = page.text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu) ?? [];
  cache.set(page, found);
  return found;
};

/** How many words a reader sees. */
export const wordCount = (page: Page): number => {
  const unspaced = page.text.match(UNSPACED)?.length ?? 0;
  if (unspaced === 0) return words(page).length;
  const spaced = page.text.replace(UNSPACED, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
  return spaced + Math.round(unspaced / 2);
};

const CODE = new Set(['code', 'samp', 'kbd']);

/** Class names that syntax highlighters put around code. */
const COLOURED = /(?:^|\s)(?:highlight|codehilite|prettyprint|language-)/;

const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'head', 'iframe', 'object', 'textarea']);

/**
 * How a reader sees text: not at all, as code that is meant to be read, in the typewriter letters of
 * `<pre>`, which servers use for their errors, or as prose.
 */
type Seen = 'no' | 'code' | 'pre' | 'prose';

const seenWithin = (element: PageElement, outside: Seen): Seen => {
  if (outside === 'no' || element.hidden || UNSEEN.has(element.name)) return 'no';
  if (outside === 'code' || CODE.has(element.name)) return 'code';
  if (element.name !== 'pre') return outside;
  const around = [element, element.parent, element.parent?.parent];
  const isColoured = around.some((one) => one && COLOURED.test(attribute(one, 'class') ?? ''));
  return isColoured ? 'code' : 'pre';
};

/**
 * Notes where the search for each start tag begins. parse5's own source locations would take half as
 * long again as the parse; these take a tenth.
 */
class PlacingParser extends Parser<DefaultTreeAdapterMap> {
  /** By a tag's attributes, which its element keeps: the end of the tag or comment before it. */
  readonly #before = new Map<Tree.Element['attrs'], number>();
  #end = 0;

  override onStartTag(token: Token.TagToken): void {
    this.#before.set(token.attrs, this.#end);
    super.onStartTag(token);
    this.#end = this.tokenizer.preprocessor.offset;
  }

  override onEndTag(token: Token.TagToken): void {
    super.onEndTag(token);
    this.#end = this.tokenizer.preprocessor.offset;
  }

  override onComment(token: Token.CommentToken): void {
    super.onComment(token);
    this.#end = this.tokenizer.preprocessor.offset;
  }

  /** Where in the source an element's start tag begins; null for one that the parser added. */
  offsetOf({ attrs }: Tree.Element, source: string): number | null {
    const before = this.#before.get(attrs);
    if (before === undefined) return null;
    const start = /<[a-z]/gi;
    start.lastIndex = before;
    return start.exec(source)?.index ?? null;
  }
}

/** A parsed document. One parse and one walk serve every check. */
export interface Page {
  url: URL;
  /** Base of relative URLs: the first `<base href>`, or the page's URL. */
  base: URL;
  html: string;
  doctype: { name: string; publicId: string; systemId: string } | null;
  /** `no-quirks`, `quirks` or `limited-quirks`, as a browser would render it. */
  mode: string;
  /** In document order; not the contents of templates. */
  elements: readonly PageElement[];
  maxDepth: number;
  /** The visible text, pieces joined by a space. */
  text: string;
  /** The same without code samples, where odd characters and templates are intended. */
  prose: string;
  /** The element whose text is at this place of `text`. */
  textAt(index: number): PageElement | null;
  /** The same of `prose`. */
  proseAt(index: number): PageElement | null;
  /** Where in `html` the start tag of an element begins; null for one that the parser added. */
  offsetOf(element: PageElement): number | null;
  /** The text of `<pre>` elements that aren’t marked as code. */
  preformatted: string;
  /** Elements of these names, in document order. */
  all(...names: string[]): readonly PageElement[];
  /** Elements that have one of these attributes, in document order. */
  having(...attributes: string[]): readonly PageElement[];
  /** The names of all attributes, each once. */
  attributeNames(): readonly string[];
  /** A URL of an attribute, resolved; null for one that can't be parsed. */
  resolve(reference: string): URL | null;
}

/** Texts of a page joined by spaces, and the elements that they are in. */
class Speech {
  readonly #pieces: string[] = [];
  readonly #starts: number[] = [];
  readonly #elements: (PageElement | null)[] = [];
  #length = 0;

  add(piece: string, element: PageElement | null): void {
    this.#pieces.push(piece);
    this.#starts.push(this.#length);
    this.#elements.push(element);
    this.#length += piece.length + 1;
  }

  text(): string {
    return this.#pieces.join(' ');
  }

  at(index: number): PageElement | null {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) <= index) low = middle;
      else high = middle - 1;
    }
    return this.#elements[low] ?? null;
  }
}

/** Lists of elements by a name that they have. */
class ElementIndex {
  readonly #lists = new Map<string, PageElement[]>();

  add(name: string, element: PageElement): void {
    const list = this.#lists.get(name);
    if (list === undefined) this.#lists.set(name, [element]);
    else list.push(element);
  }

  names(): string[] {
    return [...this.#lists.keys()];
  }

  of(names: readonly string[]): readonly PageElement[] {
    const lists = names.flatMap((name) => {
      const list = this.#lists.get(name);
      return list === undefined ? [] : [list];
    });
    return lists.length > 1 ? inOrder(lists.flat()) : (lists[0] ?? []);
  }
}

/** Every link of a page is resolved against it. */
const LONGEST_BASE = 8192;

/**
 * Parses as a browser with scripts on does. Iterative, so no depth of nesting can overflow the
 * stack.
 * @param outerBase of the page around a document in an attribute
 */
export const parsePage = (source: string, url: string, outerBase?: URL): Page => {
  const parser = new PlacingParser();
  parser.tokenizer.write(source, true);
  const { document } = parser;
  const elements: PageElement[] = [];
  const byName = new ElementIndex();
  const byAttribute = new ElementIndex();
  const text = new Speech();
  const prose = new Speech();
  const preformatted: string[] = [];
  let maxDepth = 0;
  let doctype: Page['doctype'] = null;

  const stack: { node: Tree.ChildNode; parent: PageElement | null; seen: Seen }[] = [];
  const push = (children: readonly Tree.ChildNode[], parent: PageElement | null, seen: Seen) => {
    for (let index = children.length - 1; index >= 0; index--) {
      const node = children[index];
      if (node !== undefined) stack.push({ node, parent, seen });
    }
  };
  push(document.childNodes, null, 'prose');

  for (let entry = stack.pop(); entry !== undefined; entry = stack.pop()) {
    const { node, parent, seen } = entry;
    if (node.nodeName === '#text') {
      if (seen === 'no' || !('value' in node)) continue;
      const piece = node.value.trim();
      if (piece === '') continue;
      text.add(piece, parent);
      if (seen === 'prose') prose.add(piece, parent);
      else if (seen === 'pre') preformatted.push(piece);
    } else if (node.nodeName === '#documentType' && 'publicId' in node) {
      doctype = { name: node.name, publicId: node.publicId, systemId: node.systemId };
    } else if ('tagName' in node) {
      const element = describe(node, parent, elements.length);
      elements.push(element);
      byName.add(element.name, element);
      for (const { name } of node.attrs) byAttribute.add(name, element);
      if (element.depth > maxDepth) maxDepth = element.depth;
      push(node.childNodes, element, seenWithin(element, seen));
    }
  }

  const pageUrl = new URL(url);
  const baseHref =
    byName
      .of(['base'])
      .map((element) => attribute(element, 'href'))
      .find(Boolean) ?? '';
  const hasBase = baseHref !== '' && baseHref.length <= LONGEST_BASE;
  // Several checks ask for the same addresses.
  const resolved = new Map<string, URL | null>();
  const fallback = outerBase ?? pageUrl;
  const base = (hasBase ? parseUrl(baseHref, fallback) : null) ?? fallback;
  return {
    url: pageUrl,
    base,
    html: source,
    doctype,
    mode: document.mode,
    elements,
    maxDepth,
    text: text.text(),
    prose: prose.text(),
    preformatted: preformatted.join(' '),
    textAt: (index) => text.at(index),
    proseAt: (index) => prose.at(index),
    offsetOf: ({ node }) => parser.offsetOf(node, source),
    all: (...names) => byName.of(names),
    having: (...attributes) => byAttribute.of(attributes),
    attributeNames: () => byAttribute.names(),
    resolve: (reference) => {
      let url = resolved.get(reference);
      if (url === undefined) {
        url = parseUrl(reference, base);
        resolved.set(reference, url);
      }
      return url;
    },
  };
};

/** Longer documents in an attribute, and more of them, aren't looked into. */
const LONGEST_INNER = 200_000;
const MOST_INNER = 20;

const innerPages = new WeakMap<Page, readonly (readonly [frame: PageElement, page: Page])[]>();

/** The documents in `srcdoc` of frames, which load what they refer to as the page itself does. */
export const framedPages = (page: Page): readonly (readonly [frame: PageElement, page: Page])[] => {
  const known = innerPages.get(page);
  if (known !== undefined) return known;
  const found = page
    .all('iframe')
    .flatMap((frame) => {
      const source = attribute(frame, 'srcdoc');
      if (source === null || source === '' || source.length > LONGEST_INNER) return [];
      return [[frame, parsePage(source, page.url.href, page.base)] as const];
    })
    .slice(0, MOST_INNER);
  innerPages.set(page, found);
  return found;
};

const parseUrl = (reference: string, base: URL): URL | null => {
  return URL.parse(reference, base.href);
};
