import { html } from 'parse5';
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

export const describe = (node: Tree.Element, parent: PageElement | null): PageElement => {
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
