import { explicitRole, exposedElements } from './exposure.ts';
import { attribute, inOrder } from './element.ts';
import type { Page } from './page.ts';
import type { PageElement } from './element.ts';

const typeOf = (element: PageElement): string => (attribute(element, 'type') ?? '').trim().toLowerCase();

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image']);
/** WAI-ARIA and DPUB-ARIA. */
const CONTROL_ROLES = new Set([
  'button',
  'link',
  'doc-backlink',
  'doc-biblioref',
  'doc-glossref',
  'doc-noteref',
]);
const IMAGE_ROLES = new Set(['img', 'image', 'graphics-document', 'graphics-symbol']);
const FIELD_ROLES = new Set([
  'checkbox',
  'combobox',
  'listbox',
  'menuitemcheckbox',
  'menuitemradio',
  'radio',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);
const NO_FIELD = new Set(['hidden', ...BUTTON_TYPES]);

const isLink = (element: PageElement): boolean =>
  (element.name === 'a' || element.name === 'area') && attribute(element, 'href') !== null;
const isButton = (element: PageElement): boolean =>
  element.name === 'button' ||
  element.name === 'summary' ||
  (element.name === 'input' && BUTTON_TYPES.has(typeOf(element)));
const isField = (element: PageElement): boolean =>
  element.name === 'select' ||
  element.name === 'textarea' ||
  (element.name === 'input' && !NO_FIELD.has(typeOf(element)));

/**
 * The elements that assistive technology sees as something, in document order: by what they are
 * (`names`, as far as `isOne`) where they have no role, else by one of `roles`.
 */
const exposed = (
  page: Page,
  names: readonly string[],
  roles: ReadonlySet<string>,
  isOne: (element: PageElement) => boolean = () => true,
): PageElement[] => {
  const seen = exposedElements(page);
  const byElement = page.all(...names).filter((element) => explicitRole(element) === null && isOne(element));
  const byRole = page.having('role').filter((element) => roles.has(explicitRole(element) ?? ''));
  return inOrder([...byElement, ...byRole]).filter((element) => !element.inHead && seen.has(element));
};

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;
const HEADING_ROLES: ReadonlySet<string> = new Set(['heading']);

/** Links (in drawings, too) and buttons that assistive technology sees, by element or by role. */
export const controlsOf = (page: Page): PageElement[] =>
  exposed(
    page,
    ['a', 'area', 'button', 'summary', 'input'],
    CONTROL_ROLES,
    (element) => isLink(element) || isButton(element),
  );

/** Form fields that assistive technology sees, by element or by role. */
export const fieldsOf = (page: Page): PageElement[] =>
  exposed(page, ['select', 'textarea', 'input'], FIELD_ROLES, isField);

/** Headings that assistive technology sees, by element or by role. */
export const headingsOf = (page: Page): PageElement[] => exposed(page, HEADINGS, HEADING_ROLES);

/** Everything that is or says it is a heading, seen or not, in document order. */
export const anyHeadings = (page: Page): PageElement[] =>
  inOrder([...page.all(...HEADINGS), ...page.having('role')]);

/** Images that assistive technology sees: `<img>`, and anything with the role of an image. */
export const imagesOf = (page: Page): PageElement[] =>
  exposed(page, ['img'], IMAGE_ROLES, ({ foreign }) => !foreign);
