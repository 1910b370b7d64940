import { attribute } from './element.ts';
import type { Page } from './page.ts';
import type { PageElement } from './element.ts';

interface Index {
  readonly byId: ReadonlyMap<string, PageElement>;
  /** The labels that name a field by its id. */
  readonly labelsFor: ReadonlyMap<string, readonly PageElement[]>;
}

/** Limit for one field. Many fields may share an id, and each then has all of the labels. */
const MOST_LABELS = 20;

const cache = new WeakMap<Page, Index>();

export const indexOf = (page: Page): Index => {
  const known = cache.get(page);
  if (known !== undefined) return known;
  const byId = new Map<string, PageElement>();
  for (const element of page.elements) {
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
