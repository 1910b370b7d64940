import { html } from 'parse5';
import type { DefaultTreeAdapterTypes as Tree } from 'parse5';

/** An element with facts that checks would otherwise climb the tree for. */
export interface PageElement {
  /** Lower case. */
  name: string;
  node: Tree.Element;
  parent: PageElement | null;
  /** Its place among all elements of the page, in document order. */
  order: number;
  /** The root element has depth 1. */
  depth: number;
  inHead: boolean;
  /** Not rendered: `hidden`, inline `display:none`, or inside something that is. */
  hidden: boolean;
  /** In SVG or MathML. */
  foreign: boolean;
  /** The primary language of its text: the `de` of `lang="de-CH"`; null where nothing says it. */
  language: string | null;
  /** The form around it. */
  form: PageElement | null;
}

/** Describes an element by itself and what is around it. */
export const describe = (node: Tree.Element, parent: PageElement | null, order: number): PageElement => {
  const element: PageElement = {
    name: node.tagName.toLowerCase(),
    node,
    parent,
    order,
    depth: (parent?.depth ?? 0) + 1,
    inHead: (parent?.inHead ?? false) || node.tagName === 'head',
    hidden: parent?.hidden ?? false,
    foreign: node.namespaceURI !== html.NS.HTML,
    language: parent?.language ?? null,
    form: parent?.name === 'form' ? parent : (parent?.form ?? null),
  };
  for (const { name, value } of node.attrs) {
    if (name === 'lang' && value !== '') element.language = value.split('-')[0]?.toLowerCase() ?? null;
    else if (name === 'hidden' || (name === 'style' && /display\s*:\s*none/i.test(value)))
      element.hidden = true;
  }
  return element;
};

/** Elements from several lists in document order, each once. */
export const inOrder = (elements: readonly PageElement[]): PageElement[] =>
  [...new Set(elements)].sort((a, b) => a.order - b.order);

/** The value of an attribute, or null when the element doesn't have it. */
export const attribute = (element: PageElement, name: string): string | null => {
  for (const candidate of element.node.attrs) if (candidate.name === name) return candidate.value;
  return null;
};

/** The whitespace-separated tokens of an attribute, in lower case. */
export const tokens = (element: PageElement, name: string): string[] => {
  return (attribute(element, name) ?? '').toLowerCase().split(/\s+/).filter(Boolean);
};

/** Characters of a text that is put together from several nodes; a single one is kept whole. */
const LONGEST_TEXT = 200;

const texts = new WeakMap<Tree.Element, string>();

/** The beginning of what one element holds, when that of its children is known. */
const joined = (node: Tree.Element): string => {
  const [only] = node.childNodes;
  if (node.childNodes.length === 1 && only?.nodeName === '#text' && 'value' in only) return only.value;
  let text = '';
  for (const child of node.childNodes) {
    if (child.nodeName === '#text' && 'value' in child) text += child.value.slice(0, LONGEST_TEXT);
    else if ('tagName' in child) text += (texts.get(child) ?? '').slice(0, LONGEST_TEXT);
    if (text.length >= LONGEST_TEXT) break;
  }
  return text.slice(0, LONGEST_TEXT);
};

/**
 * An element’s text with whitespace collapsed; the beginning of a long one. Every node is read
 * once, however many elements around it are asked for their text.
 */
export const textOf = ({ node: root }: PageElement): string => {
  const [only] = root.childNodes;
  if (only === undefined) return '';
  if (root.childNodes.length === 1 && 'value' in only) return only.value.replace(/\s+/g, ' ').trim();
  const open: { node: Tree.Element; isEntered: boolean }[] = [{ node: root, isEntered: false }];
  for (let entry = open.at(-1); entry !== undefined; entry = open.at(-1)) {
    const { node, isEntered } = entry;
    if (isEntered || texts.has(node)) {
      if (!texts.has(node)) texts.set(node, joined(node));
      open.pop();
      continue;
    }
    entry.isEntered = true;
    for (const child of node.childNodes)
      if ('tagName' in child && !texts.has(child)) open.push({ node: child, isEntered: false });
  }
  return (texts.get(root) ?? '').replace(/\s+/g, ' ').trim();
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
