import { html, parse } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** An element with facts that checks would otherwise climb the tree for. */
export interface PageElement {
  /** Lower case. */
  name: string;
  node: Tree.Element;
  parent: PageElement | null;
  /** The root element has depth 1. */
  depth: number;
  inHead: boolean;
  /** Not rendered: `hidden`, inline `display:none`, or inside something that is. */
  hidden: boolean;
  /** In SVG or MathML. */
  foreign: boolean;
}

/** A parsed document. One parse and one walk serve every check. */
export interface Page {
  url: URL;
  /** What relative URLs resolve against: the first `<base href>`, or the page's URL. */
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
  /** Elements of these names, in document order. */
  all(...names: string[]): readonly PageElement[];
  /** A URL of an attribute, resolved; null for one that can't be parsed. */
  resolve(reference: string): URL | null;
}

const CODE = new Set(['code', 'pre', 'samp', 'kbd']);
const UNSEEN = new Set(['script', 'style', 'noscript', 'template', 'head', 'iframe', 'object', 'textarea']);

/** How a reader sees text: not at all, as code or as prose. */
type Seen = 'no' | 'code' | 'prose';

const seenWithin = (element: PageElement, outside: Seen): Seen => {
  if (outside === 'no' || element.hidden || UNSEEN.has(element.name)) return 'no';
  return CODE.has(element.name) ? 'code' : outside;
};

/**
 * Parses as a browser with scripts on does. Iterative, so no depth of nesting can overflow the
 * stack.
 */
export const parsePage = (source: string, url: string): Page => {
  const document = parse(source);
  const elements: PageElement[] = [];
  const byName = new Map<string, PageElement[]>();
  const pieces: string[] = [];
  const prose: string[] = [];
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
      pieces.push(piece);
      if (seen === 'prose') prose.push(piece);
    } else if (node.nodeName === '#documentType' && 'publicId' in node) {
      doctype = { name: node.name, publicId: node.publicId, systemId: node.systemId };
    } else if ('tagName' in node) {
      const element = describe(node, parent);
      elements.push(element);
      const named = byName.get(element.name);
      if (named === undefined) byName.set(element.name, [element]);
      else named.push(element);
      if (element.depth > maxDepth) maxDepth = element.depth;
      push(node.childNodes, element, seenWithin(element, seen));
    }
  }

  const pageUrl = new URL(url);
  const baseHref =
    (byName.get('base') ?? []).map((element) => attribute(element, 'href')).find(Boolean) ?? '';
  const base = (baseHref === '' ? null : parseUrl(baseHref, pageUrl)) ?? pageUrl;
  return {
    url: pageUrl,
    base,
    html: source,
    doctype,
    mode: document.mode,
    elements,
    maxDepth,
    text: pieces.join(' '),
    prose: prose.join(' '),
    all: (...names) => {
      const only = names.length === 1 && names[0] !== undefined ? names[0] : null;
      if (only !== null) return byName.get(only) ?? [];
      return elements.filter((element) => names.includes(element.name));
    },
    resolve: (reference) => parseUrl(reference, base),
  };
};

const describe = (node: Tree.Element, parent: PageElement | null): PageElement => {
  const element: PageElement = {
    name: node.tagName.toLowerCase(),
    node,
    parent,
    depth: (parent?.depth ?? 0) + 1,
    inHead: (parent?.inHead ?? false) || node.tagName === 'head',
    hidden: parent?.hidden ?? false,
    foreign: node.namespaceURI !== html.NS.HTML,
  };
  if (!element.hidden) {
    element.hidden =
      attribute(element, 'hidden') !== null || /display\s*:\s*none/i.test(attribute(element, 'style') ?? '');
  }
  return element;
};

const parseUrl = (reference: string, base: URL): URL | null => {
  return URL.parse(reference, base.href);
};

/** The value of an attribute, or null when the element doesn't have it. */
export const attribute = (element: PageElement, name: string): string | null => {
  for (const candidate of element.node.attrs) if (candidate.name === name) return candidate.value;
  return null;
};

/** The whitespace-separated tokens of an attribute, in lower case. */
export const tokens = (element: PageElement, name: string): string[] => {
  return (attribute(element, name) ?? '').toLowerCase().split(/\s+/).filter(Boolean);
};

const TEXT_NODES = 5000;

/** An element’s text with whitespace collapsed; the beginning of a huge one. */
export const textOf = (element: PageElement): string => {
  const stack: Tree.ChildNode[] = [...element.node.childNodes].reverse();
  let text = '';
  let visited = 0;
  for (let node = stack.pop(); node !== undefined && visited < TEXT_NODES; node = stack.pop()) {
    visited++;
    if (node.nodeName === '#text' && 'value' in node) text += node.value;
    else if ('childNodes' in node) {
      for (let index = node.childNodes.length - 1; index >= 0; index--) {
        const child = node.childNodes[index];
        if (child !== undefined) stack.push(child);
      }
    }
  }
  return text.replace(/\s+/g, ' ').trim();
};

/** An element's start tag as it would be written, for showing to people. */
export const startTag = (element: PageElement): string => {
  let tag = `<${element.name}`;
  for (const { name, value } of element.node.attrs) {
    tag += value === '' ? ` ${name}` : ` ${name}="${value.slice(0, 120)}"`;
    if (tag.length > 300) break;
  }
  return `${tag}>`;
};
