import type { ImageLayout } from '../browser-facts.ts';
import type { PageArtifacts } from '../page-artifacts.ts';
import type { PageElement } from './element.ts';
import type { Page } from './page.ts';
import { attribute } from './element.ts';

/** A rectangle in CSS pixels from the top left of the screen. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** How a browser laid a page out, by the elements of its parsed HTML. */
export interface LaidOut {
  readonly images: ReadonlyMap<PageElement, ImageLayout>;
  /** The element of the Largest Contentful Paint. */
  readonly largest: PageElement | null;
  /** CSS pixels of the screen. */
  readonly height: number;
  readonly hidden: ReadonlySet<PageElement>;
  /** Of what is in the picture of the screen. */
  readonly boxes: ReadonlyMap<PageElement, Box>;
}

const cache = new WeakMap<Page, LaidOut | null>();

/**
 * The layout of a rendered page; null without one, and where the HTML parses to other elements than the
 * browser had, as for a table that scripts put together otherwise than a parser would.
 */
export const laidOut = (page: Page, { browser }: Pick<PageArtifacts, 'browser'>): LaidOut | null => {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const layout = browser?.layout ?? null;
  const isSame = layout?.elements === page.elements.length;
  const elementsAt = (places: readonly number[]) => places.flatMap((place) => page.elements[place] ?? []);
  const found =
    layout === null || !isSame
      ? null
      : {
          images: new Map(
            layout.images.flatMap((image): [PageElement, ImageLayout][] => {
              const element = page.elements[image.index];
              return element?.name === 'img' ? [[element, image]] : [];
            }),
          ),
          largest: layout.largest === null ? null : (page.elements[layout.largest] ?? null),
          height: layout.height,
          hidden: new Set(elementsAt(layout.hidden)),
          boxes: new Map(
            (layout.boxes ?? []).flatMap(([index, x, y, width, height]): [PageElement, Box][] => {
              const element = page.elements[index];
              return element === undefined ? [] : [[element, { x, y, width, height }]];
            }),
          ),
        };
  cache.set(page, found);
  return found;
};

/** Returns the box of an element in the picture of the screen; null when it is outside. */
export const boxOf = (
  page: Page,
  artifacts: Pick<PageArtifacts, 'browser'>,
  element: PageElement,
): Box | null => laidOut(page, artifacts)?.boxes.get(element) ?? null;

type Node = PageElement['node'];

/** The value of a parsed node’s attribute, or null. */
export const nodeAttribute = (node: Node, name: string): string | null =>
  node.attrs.find((candidate) => candidate.name === name)?.value ?? null;

const INVISIBLE = /(?:^|[;\s])visibility\s*:\s*(?:hidden|collapse)/i;
const NO_BOX = /(?:^|[;\s])display\s*:\s*none/i;

/**
 * True if a node itself, regardless of the nodes around it, is hidden from assistive technology.
 */
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

const exposedOf = new WeakMap<Page, Exposed>();

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

/**
 * The elements that assistive technology gets to see: neither they nor anything around them is
 * hidden.
 */
export const exposedElements = (page: Page): Exposed => {
  const known = exposedOf.get(page) ?? findExposed(page);
  exposedOf.set(page, known);
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

/**
 * True if people or assistive technology get to an element: by the browser's layout, else by the
 * HTML.
 */
export const isExposed = (page: Page, artifacts: PageArtifacts, element: PageElement): boolean =>
  exposedElements(page).has(element) && laidOut(page, artifacts)?.hidden.has(element) !== true;
