import { attribute, textOf, tokens } from './element.ts';
import type { PageElement } from './element.ts';
import type { Page } from './page.ts';

export type JsonObject = Record<string, unknown>;

export interface JsonLdBlock {
  raw: string;
  at: PageElement;
  /** The objects at the top level and in `@graph`; null when the block isn't JSON. */
  objects: JsonObject[] | null;
}

/** The page's `<script type="application/ld+json">` blocks. */
export const jsonLdBlocks = (page: Page): JsonLdBlock[] => {
  return page
    .all('script')
    .filter((script) => {
      // `application/ld+json; charset=utf-8` is the same type.
      const [type = ''] = (attribute(script, 'type') ?? '').split(';');
      return type.trim().toLowerCase() === 'application/ld+json';
    })
    .map((script) => {
      const first = script.node.childNodes[0];
      const raw = first !== undefined && 'value' in first ? first.value : '';
      return { raw, at: script, objects: readObjects(raw) };
    });
};

const readObjects = (raw: string): JsonObject[] | null => {
  let parsed: unknown;
  try {
    parsed = JSON.parse(raw);
  } catch {
    return null;
  }
  const top = (Array.isArray(parsed) ? (parsed as unknown[]) : [parsed]).filter(isObject);
  return top.flatMap((object) => {
    const graph = object['@graph'];
    return Array.isArray(graph) ? (graph as unknown[]).filter(isObject) : [object];
  });
};

/** The types of an object, without a vocabulary prefix. */
export const typesOf = (object: JsonObject): string[] => {
  return [object['@type']]
    .flat()
    .filter((type) => typeof type === 'string')
    .map((type) => type.replace(/^(?:https?:\/\/schema\.org\/|schema:)/, ''));
};

const isObject = (value: unknown): value is JsonObject => {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
};

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
const itemTypes = (element: PageElement, syntax: Syntax): string[] => {
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

/** An item as JSON-LD would write it, and its element. */
interface MarkedUpItem {
  readonly item: JsonObject;
  readonly at: PageElement;
}

/** The items by the ids that their `itemref` names: what has one of them belongs to the item, too. */
const itemsById = (items: ReadonlyMap<PageElement, JsonObject>): Map<string, JsonObject[]> => {
  const byId = new Map<string, JsonObject[]>();
  for (const [element, item] of items)
    for (const id of new Set((attribute(element, 'itemref') ?? '').split(/\s+/).filter(Boolean)))
      byId.set(id, [...(byId.get(id) ?? []), item].slice(0, MOST_OWNERS));
  return byId;
};

/** Items that name the same id, and so share what has it. */
const MOST_OWNERS = 50;

const itemsIn = (page: Page, syntax: Syntax): MarkedUpItem[] => {
  const items = new Map<PageElement, JsonObject>();
  for (const element of page.having(syntax.item)) items.set(element, { '@type': itemTypes(element, syntax) });
  const byId = syntax === MICRODATA ? itemsById(items) : new Map<string, JsonObject[]>();
  /** The item around an element, and those that name it or something around it (HTML, "itemref"). */
  const ownersOf = (element: PageElement): JsonObject[] => {
    const owners: JsonObject[] = [];
    for (let around: PageElement | null = element; around !== null; around = around.parent) {
      const own = around === element ? undefined : items.get(around);
      if (own !== undefined) return [...owners, own];
      if (byId.size > 0) owners.push(...(byId.get(attribute(around, 'id') ?? '') ?? []));
    }
    return owners;
  };
  const tops: MarkedUpItem[] = [];
  for (const element of page.having(syntax.item, syntax.property)) {
    const names = tokensAsWritten(element, syntax.property);
    const item = items.get(element) ?? null;
    if (item === null && names.length === 0) continue;
    const owners = names.length === 0 ? [] : new Set(ownersOf(element));
    let isPart = false;
    for (const owner of owners) {
      if (owner === item) continue;
      isPart = true;
      for (const name of names) {
        const before = owner[name];
        const value = item ?? valueOf(element);
        owner[name] = before === undefined ? value : [before, value].flat();
      }
    }
    if (item !== null && !isPart) tops.push({ item, at: element });
  }
  return tops.filter(({ item }) => (item['@type'] as string[]).length > 0);
};

/** Property names keep their case. */
const tokensAsWritten = (element: PageElement, name: string): string[] =>
  tokens(element, name).length === 0
    ? []
    : (attribute(element, name) ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((property) => property.replace(SCHEMA_ORG, '').replace(/^schema:/, ''));

/** The items of schema.org that a page has in its markup. */
export const markedUpItems = (page: Page): { microdata: MarkedUpItem[]; rdfa: MarkedUpItem[] } => ({
  microdata: itemsIn(page, MICRODATA),
  rdfa: itemsIn(page, RDFA),
});
