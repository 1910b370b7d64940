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
  if (nodeAttribute(node, 'hidden') !== null || nodeAttribute(node, 'inert') !== null) return true;
  // Both show only once a script or a visitor opens them.
  if (node.tagName === 'dialog' && nodeAttribute(node, 'open') === null) return true;
  if (nodeAttribute(node, 'popover') !== null) return true;
  if ((nodeAttribute(node, 'aria-hidden') ?? '').trim().toLowerCase() === 'true') return true;
  const style = nodeAttribute(node, 'style') ?? '';
  return NO_BOX.test(style) || INVISIBLE.test(style);
};

const cache = new WeakMap<Page, ReadonlySet<PageElement>>();

/** The elements that assistive technology gets to see: nothing around them is hidden either. */
export const exposedElements = (page: Page): ReadonlySet<PageElement> => {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const exposed = new Set<PageElement>();
  // In document order, so the element around one is decided before it: linear at any depth.
  for (const element of page.elements) {
    const isInside = element.parent === null || exposed.has(element.parent);
    if (isInside && !isUnexposed(element.node)) exposed.add(element);
  }
  cache.set(page, exposed);
  return exposed;
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
  const [role = ''] = (attribute(element, 'role') ?? '').trim().toLowerCase().split(/\s+/);
  if (role === '') return null;
  if (role !== 'none' && role !== 'presentation') return role;
  const isIgnored = isFocusable(element) || element.node.attrs.some(({ name }) => GLOBAL_ARIA.test(name));
  return isIgnored ? null : 'none';
};
