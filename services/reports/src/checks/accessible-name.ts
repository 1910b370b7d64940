import { attribute, type Page, type PageElement, textOf } from './page.ts';

const cache = new WeakMap<Page, { ids: Set<string>; labelled: Set<string> }>();

/** Whether an element has a name from ARIA or `title`. */
export function hasAriaName(page: Page, element: PageElement): boolean {
  if ((attribute(element, 'aria-label') ?? '').trim() !== '') return true;
  if ((attribute(element, 'title') ?? '').trim() !== '') return true;
  const { ids } = indexOf(page);
  return (attribute(element, 'aria-labelledby') ?? '').split(/\s+/).some((id) => id !== '' && ids.has(id));
}

/** Whether an element has text, or an image inside gives it one. */
export function hasContentName(element: PageElement): boolean {
  if (textOf(element) !== '') return true;
  return descendants(element).some((node) => {
    if (node.nodeName === 'img' || node.nodeName === 'input')
      return node.attrs.some(({ name, value }) => name === 'alt' && value.trim() !== '');
    return (
      node.attrs.some(
        ({ name, value }) => (name === 'aria-label' || name === 'title') && value.trim() !== '',
      ) || node.nodeName === 'title'
    );
  });
}

/** Whether a form field has a label: around it, for its id, or by ARIA. */
export function hasLabel(page: Page, field: PageElement): boolean {
  if (hasAriaName(page, field)) return true;
  const id = attribute(field, 'id');
  if (id !== null && indexOf(page).labelled.has(id)) return true;
  for (let at = field.parent; at !== null; at = at.parent) if (at.name === 'label') return true;
  return false;
}

function indexOf(page: Page): { ids: Set<string>; labelled: Set<string> } {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const index = {
    ids: new Set(page.elements.flatMap((element) => attribute(element, 'id') ?? [])),
    labelled: new Set(
      page
        .all('label')
        .filter((label) => textOf(label) !== '')
        .flatMap((label) => attribute(label, 'for') ?? []),
    ),
  };
  cache.set(page, index);
  return index;
}

type Node = PageElement['node'];
const MOST_DESCENDANTS = 500;

function descendants(element: PageElement): Node[] {
  const found: Node[] = [];
  const stack: Node[] = [element.node];
  for (let node = stack.pop(); node !== undefined && found.length < MOST_DESCENDANTS; node = stack.pop()) {
    for (const child of node.childNodes) {
      if (!('tagName' in child)) continue;
      found.push(child);
      stack.push(child);
    }
  }
  return found;
}
