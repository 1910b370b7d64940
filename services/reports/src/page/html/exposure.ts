import { attribute } from './element.ts';
import type { Page } from './page.ts';
import type { PageElement } from './element.ts';

type Node = PageElement['node'];

/** The value of a parsed node’s attribute, or null. */
export const nodeAttribute = (node: Node, name: string): string | null =>
  node.attrs.find((candidate) => candidate.name === name)?.value ?? null;

const INVISIBLE = /(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)/i;
const NO_BOX = /(?:^|[;\s])display\s*:\s*none/i;

/** Whether a node itself, not those around it, is kept from assistive technology. */
export const isUnexposed = (node: Node): boolean => {
  // Dialogs and popovers show only once a script or a visitor opens them.
  if (node.tagName === 'dialog' && nodeAttribute(node, 'open') === null) return true;
  for (const { name, value } of node.attrs) {
    if (name === 'hidden' || name === 'inert' || name === 'popover') return true;
    if (name === 'aria-hidden' && value.trim().toLowerCase() === 'true') return true;
    if (name === 'style' && (NO_BOX.test(value) || INVISIBLE.test(value))) return true;
  }
  return false;
};

/** Rules that can make `isUnexposed` true, beside `<dialog>`. */
const HIDING = ['hidden', 'inert', 'popover', 'aria-hidden', 'style'] as const;

type Exposed = Pick<ReadonlySet<PageElement>, 'has'>;

const cache = new WeakMap<Page, Exposed>();

const findExposed = (page: Page): Exposed => {
  const hiding = [...page.having(...HIDING), ...page.all('dialog')].filter(({ node }) => isUnexposed(node));
  if (hiding.length === 0) return { has: () => true };
  const isHidden = new Uint8Array(page.elements.length);
  for (const { order } of hiding) isHidden[order] = 1;
  // In document order, so the element around one is decided before it: linear at any depth.
  for (const { order, parent } of page.elements)
    if (parent !== null && isHidden[parent.order] === 1) isHidden[order] = 1;
  return { has: ({ order }) => isHidden[order] === 0 };
};

/** The elements that assistive technology gets to see: nothing around them is hidden either. */
export const exposedElements = (page: Page): Exposed => {
  const known = cache.get(page) ?? findExposed(page);
  cache.set(page, known);
  return known;
};

const FOCUSABLE = new Set(['button', 'input', 'select', 'textarea', 'summary', 'iframe']);
/** Global ARIA attributes; with one of them, `role="none"` has no effect (WAI-ARIA 1.2 §9.4). */
const GLOBAL_ARIA =
  /^aria-(?:atomic|busy|controls|current|describedby|details|dropeffect|flowto|grabbed|keyshortcuts|label|labelledby|live|owns|relevant|roledescription)$/;

const isFocusable = (element: PageElement): boolean => {
  if (attribute(element, 'tabindex') !== null) return true;
  if (element.name === 'a' || element.name === 'area') return attribute(element, 'href') !== null;
  return FOCUSABLE.has(element.name) && attribute(element, 'disabled') === null;
};

/**
 * An element’s explicit role: the first token, in lower case; null without one, and for `none` and
 * `presentation` where browsers ignore them.
 */
export const explicitRole = (element: PageElement): string | null => {
  const given = attribute(element, 'role');
  if (given === null) return null;
  const [role = ''] = given.trim().toLowerCase().split(/\s+/);
  if (role === '') return null;
  if (role !== 'none' && role !== 'presentation') return role;
  const isIgnored = isFocusable(element) || element.node.attrs.some(({ name }) => GLOBAL_ARIA.test(name));
  return isIgnored ? null : 'none';
};
