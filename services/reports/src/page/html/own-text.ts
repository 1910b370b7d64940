import { nodeAttribute } from './exposure.ts';
import type { Node } from './accessible-name.ts';

export const SILENT = new Set(['script', 'style', 'template', 'noscript', 'head']);

const BUTTONS = new Set(['submit', 'reset', 'button']);

export const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const labelOf = (node: Node): string => squeezed(nodeAttribute(node, 'aria-label') ?? '');

/** What an image, a field or a drawing says of itself by its own attributes or first child. */
export const ownText = (node: Node): string => {
  const type = (nodeAttribute(node, 'type') ?? '').toLowerCase();
  if (node.tagName === 'img' || node.tagName === 'area') {
    const role = (nodeAttribute(node, 'role') ?? '').trim().toLowerCase();
    return role === 'none' || role === 'presentation' ? '' : (nodeAttribute(node, 'alt') ?? '');
  }
  if (node.tagName === 'input' && type === 'image') return nodeAttribute(node, 'alt') ?? '';
  if (node.tagName === 'input' && BUTTONS.has(type)) {
    const standard = type === 'button' ? '' : type;
    return nodeAttribute(node, 'value') ?? standard;
  }
  return '';
};
