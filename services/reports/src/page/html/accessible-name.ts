import { attribute, inOrder } from './element.ts';
import type { PageElement } from './element.ts';
import { explicitRole, exposedElements, isUnexposed, nodeAttribute } from './page-layout.ts';
import type { Page } from './page.ts';

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

interface Index {
  readonly byId: ReadonlyMap<string, PageElement>;
  /** The labels that name a field by its id. */
  readonly labelsFor: ReadonlyMap<string, readonly PageElement[]>;
}

/** Limit for one field. Many fields may share an id, and each then has all of the labels. */
const MOST_LABELS = 20;

const cache = new WeakMap<Page, Index>();

const indexOf = (page: Page): Index => {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const byId = new Map<string, PageElement>();
  for (const element of page.having('id')) {
    const id = attribute(element, 'id');
    if (id !== null && !byId.has(id)) byId.set(id, element);
  }
  const labelsFor = new Map<string, PageElement[]>();
  for (const label of page.all('label')) {
    const target = attribute(label, 'for');
    if (target === null) continue;
    const labels = labelsFor.get(target);
    if (labels === undefined) labelsFor.set(target, [label]);
    else if (labels.length < MOST_LABELS) labels.push(label);
  }
  const index = { byId, labelsFor };
  cache.set(page, index);
  return index;
};

const SILENT = new Set(['script', 'style', 'template', 'noscript', 'head']);

const BUTTONS = new Set(['submit', 'reset', 'button']);

export const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const labelOf = (node: Node): string => squeezed(nodeAttribute(node, 'aria-label') ?? '');

/** Returns the name that an image, a field or a drawing has by its attributes or first child. */
const ownText = (node: Node): string => {
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

type Node = PageElement['node'];

/** How a name is being computed. */
export interface Walk {
  readonly page: Page;
  /** From `aria-labelledby`, which is not followed twice. */
  readonly byReference: boolean;
  /** Hidden text counts when a reference leads to it (AccName 1.2, step 2A). */
  readonly seesHidden: boolean;
  visited: number;
  /** True once something lay too deep to be read. */
  isCut?: boolean;
  /** For those who only ask whether there is a name. */
  readonly stopsEarly?: boolean;
}

const MOST_NODES = 5000;
/** Limit for one text. Thousands of elements may refer to it. */
const MOST_CHARACTERS = 10_000;
export const DEEPEST = 100;

/** The names of the elements that `aria-labelledby` refers to, joined. */
const referredName = (page: Page, node: Node): string => {
  const references = nodeAttribute(node, 'aria-labelledby');
  if (references === null) return '';
  const { byId } = indexOf(page);
  const ids = references.split(/\s+/).filter(Boolean);
  return squeezed(
    ids
      .map((id) => {
        const target = byId.get(id);
        if (target === undefined) return '';
        const walk: Walk = {
          page,
          byReference: true,
          seesHidden: isUnexposed(target.node) || target.hidden,
          visited: 0,
        };
        return labelOf(target.node) || ownText(target.node) || textWithin(target.node, walk, 0);
      })
      .join(' '),
  );
};

/** Nodes without any text in them, so that nested elements aren't searched again from each outside. */
const silent = new WeakSet<Node>();

export const textWithin = (node: Node, walk: Walk, depth: number): string => {
  const isPlain = !walk.byReference && !walk.seesHidden;
  if (isPlain && silent.has(node)) return '';
  const text = joinedText(node, walk, depth);
  const isWhole = walk.visited <= MOST_NODES && !walk.isCut;
  if (isPlain && isWhole && text.trim() === '') silent.add(node);
  return text;
};

const joinedText = (node: Node, walk: Walk, depth: number): string => {
  let text = '';
  for (const child of node.childNodes) {
    walk.visited += 1;
    if (depth > DEEPEST) walk.isCut = true;
    if (walk.visited > MOST_NODES || depth > DEEPEST) break;
    if (walk.stopsEarly === true && text.trim() !== '') break;
    if (child.nodeName === '#text' && 'value' in child) text += child.value.slice(0, MOST_CHARACTERS);
    else if ('tagName' in child) text += textOfChild(child, walk, depth);
  }
  return text;
};

const textOfChild = (node: Node, walk: Walk, depth: number): string => {
  const isSkipped = SILENT.has(node.tagName) || (!walk.seesHidden && isUnexposed(node));
  if (isSkipped) return '';
  const referred = walk.byReference ? '' : referredName(walk.page, node);
  const text = referred || labelOf(node) || ownText(node) || textWithin(node, walk, depth + 1);
  return ` ${text.trim() === '' ? (nodeAttribute(node, 'title') ?? '') : text} `;
};

/** The name that ARIA gives an element: `aria-labelledby`, then `aria-label`. */
export const ariaName = (page: Page, element: PageElement): string =>
  referredName(page, element.node) || labelOf(element.node);

export const titleOf = (element: PageElement): string => squeezed(attribute(element, 'title') ?? '');

/**
 * The name of an element that is named by its author, not by what is in it: ARIA, then `title`.
 * Empty when it has none.
 */
export const authorName = (page: Page, element: PageElement): string =>
  ariaName(page, element) || titleOf(element);

/** The name of an image or a drawing: ARIA, `alt`, the `<title>` of a drawing, `title`. */
export const imageName = (page: Page, image: PageElement): string => {
  const drawn = image.node.childNodes.find((child) => child.nodeName === 'title');
  const walk: Walk = { page, byReference: false, seesHidden: false, visited: 0 };
  return (
    ariaName(page, image) ||
    squeezed(ownText(image.node)) ||
    squeezed(drawn !== undefined && 'tagName' in drawn ? textWithin(drawn, walk, 0) : '') ||
    titleOf(image)
  );
};

/**
 * The name of a link, button or heading, in short the steps of “Accessible Name and
 * Description Computation 1.2”: ARIA, then its own attributes, then its content as far as assistive
 * technology sees it, then `title`. Empty when it has none.
 */
export const accessibleName = (page: Page, element: PageElement): string => nameOf(page, element, false);

const nameOf = (page: Page, element: PageElement, stopsEarly: boolean): string => {
  const named = ariaName(page, element) || squeezed(ownText(element.node));
  if (named !== '') return named;
  const walk: Walk = { page, byReference: false, seesHidden: false, visited: 0, stopsEarly };
  return squeezed(textWithin(element.node, walk, 0)) || titleOf(element);
};

/** Those without an accessible name, in their order. */
export const namelessOf = (page: Page, elements: readonly PageElement[]): PageElement[] =>
  // The inner ones first: what is known to hold no text isn't searched again from around it.
  elements
    .toReversed()
    .filter((element) => nameOf(page, element, true) === '')
    .toReversed();

const LABELABLE = new Set(['input', 'select', 'textarea', 'button', 'meter', 'output', 'progress']);

const NAMED_BY_CONTENT = new Set(['checkbox', 'radio', 'switch', 'menuitemcheckbox', 'menuitemradio']);

/**
 * The name of a form field: ARIA, its labels, `title`, but no placeholder, which disappears on typing;
 * of one by role ARIA, what is in
 * it where the role takes its name from there, `title`. Empty when it has none.
 */
export const fieldName = (page: Page, field: PageElement): string => {
  if (!LABELABLE.has(field.name)) {
    const isNamedByContent = NAMED_BY_CONTENT.has(explicitRole(field) ?? '');
    return isNamedByContent ? accessibleName(page, field) : authorName(page, field);
  }
  const id = attribute(field, 'id');
  const labels = [...((id !== null && indexOf(page).labelsFor.get(id)) || [])];
  for (let at = field.parent, height = 0; at !== null && height < DEEPEST; at = at.parent, height++) {
    if (at.name !== 'label') continue;
    if (attribute(at, 'for') === null || attribute(at, 'for') === id) labels.push(at);
    break;
  }
  const walk: Walk = { page, byReference: false, seesHidden: false, visited: 0 };
  return (
    ariaName(page, field) ||
    squeezed(labels.map((label) => labelOf(label.node) || textWithin(label.node, walk, 0)).join(' ')) ||
    titleOf(field)
  );
};
