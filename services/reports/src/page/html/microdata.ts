import { attribute, textOf, tokens } from './element.ts';
import type { PageElement } from './element.ts';
import type { JsonObject } from './json-ld.ts';
import type { Page } from './page.ts';

/** How structured data is written into attributes. */
interface Syntax {
  /** Marks an item; in RDFa, so does its type. */
  readonly item: string;
  readonly type: string;
  readonly property: string;
}

const MICRODATA: Syntax = { item: 'itemscope', type: 'itemtype', property: 'itemprop' };
const RDFA: Syntax = { item: 'typeof', type: 'typeof', property: 'property' };

const SCHEMA_ORG = /^https?:\/\/schema\.org\/?/i;

/** Types of schema.org; in RDFa, names count where a vocabulary around them is schema.org's. */
const typesOf = (element: PageElement, syntax: Syntax): string[] => {
  const names = (attribute(element, syntax.type) ?? '').split(/\s+/).filter(Boolean);
  if (syntax === MICRODATA)
    return names.flatMap((name) => (SCHEMA_ORG.test(name) ? [name.replace(SCHEMA_ORG, '')] : []));
  let around: PageElement | null = element;
  while (around !== null && attribute(around, 'vocab') === null) around = around.parent;
  const isOurs = around !== null && SCHEMA_ORG.test(attribute(around, 'vocab') ?? '');
  return names.flatMap((name) => {
    if (SCHEMA_ORG.test(name)) return [name.replace(SCHEMA_ORG, '')];
    if (name.startsWith('schema:')) return [name.slice('schema:'.length)];
    return isOurs && !name.includes(':') ? [name] : [];
  });
};

/** The value of a property that isn't an item (HTML, "values of items"). */
const valueOf = (element: PageElement): string => {
  for (const name of ['content', 'href', 'src', 'data', 'datetime', 'value', 'resource']) {
    const value = attribute(element, name);
    if (value !== null) return value.trim();
  }
  return textOf(element);
};

const itemsIn = (page: Page, syntax: Syntax): JsonObject[] => {
  const items = new Map<PageElement, JsonObject>();
  const tops: JsonObject[] = [];
  for (const element of page.elements) {
    const names = tokensAsWritten(element, syntax.property);
    const isItem = attribute(element, syntax.item) !== null;
    if (!isItem && names.length === 0) continue;
    let around = element.parent;
    while (around !== null && !items.has(around)) around = around.parent;
    const owner = around === null ? undefined : items.get(around);
    const item: JsonObject | null = isItem ? { '@type': typesOf(element, syntax) } : null;
    if (item !== null) items.set(element, item);
    if (owner === undefined || names.length === 0) {
      if (item !== null) tops.push(item);
      continue;
    }
    for (const name of names) {
      const before = owner[name];
      const value = item ?? valueOf(element);
      owner[name] = before === undefined ? value : [before, value].flat();
    }
  }
  return tops.filter((item) => (item['@type'] as string[]).length > 0);
};

/** Property names keep their case. */
const tokensAsWritten = (element: PageElement, name: string): string[] =>
  tokens(element, name).length === 0
    ? []
    : (attribute(element, name) ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((property) => property.replace(SCHEMA_ORG, '').replace(/^schema:/, ''));

/** The items of schema.org that a page has in its markup, as JSON-LD would write them. */
export const markedUpItems = (page: Page): { microdata: JsonObject[]; rdfa: JsonObject[] } => ({
  microdata: itemsIn(page, MICRODATA),
  rdfa: itemsIn(page, RDFA),
});
