import { explicitRole, exposedElements } from './exposure.ts';
import { attribute } from './element.ts';
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

const exposed = (page: Page, matches: (element: PageElement, role: string | null) => boolean) =>
  [...exposedElements(page)].filter((element) => !element.inHead && matches(element, explicitRole(element)));

/** Links (in drawings, too) and buttons that assistive technology sees, by element or by role. */
export const controlsOf = (page: Page): PageElement[] =>
  exposed(page, (element, role) =>
    role === null ? isLink(element) || isButton(element) : CONTROL_ROLES.has(role),
  );

/** Form fields that assistive technology sees, by element or by role. */
export const fieldsOf = (page: Page): PageElement[] =>
  exposed(page, (element, role) => (role === null ? isField(element) : FIELD_ROLES.has(role)));

/** Headings that assistive technology sees, by element or by role. */
export const headingsOf = (page: Page): PageElement[] =>
  exposed(page, (element, role) => (role === null ? /^h[1-6]$/.test(element.name) : role === 'heading'));

/** Images that assistive technology sees: `<img>`, and anything with the role of an image. */
export const imagesOf = (page: Page): PageElement[] =>
  exposed(page, (element, role) =>
    role === null ? element.name === 'img' && !element.foreign : IMAGE_ROLES.has(role),
  );
