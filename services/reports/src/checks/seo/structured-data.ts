import { withoutHash } from '../../page/html/anchors.ts';
import type { PageElement } from '../../page/html/element.ts';
import { jsonLdBlocks, markedUpItems, typesOf } from '../../page/html/json-ld.ts';
import type { JsonObject } from '../../page/html/json-ld.ts';
import type { Check } from '../check.ts';
import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Finding } from '../outcomes.ts';
import { isKnownType, missingOf, wrongValuesOf } from './required-properties.ts';

export const structuredData: Check = {
  meta: {
    id: 'structured-data',
    category: 'seo',
    title: 'Structured data is complete',
    failureTitle: 'Structured data is incomplete or invalid',
    importance: 'medium',
    basis: 'content',
    docs: {
      why: 'Search engines show prices, ratings, recipes and dates only from complete structured data.',
      thresholds:
        'JSON-LD, microdata and RDFa, nested items too, by Google’s lists of required properties. Pass: types of schema.org with all of them. Warn: none at all. Fail: JSON that doesn’t parse, no @type, an unknown type, a required property missing, a date, number, price or currency that is none, or an @id of this page that nothing has.',
      fix: 'Describe the page in a <script type="application/ld+json"> with schema.org types, and try it in a rich results test.',
      sources: [
        'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
        'https://schema.org/docs/full.html',
      ],
    },
  },
  run({ page }) {
    const blocks = jsonLdBlocks(page);
    const { microdata, rdfa } = markedUpItems(page);
    if (blocks.length + microdata.length + rdfa.length === 0)
      return warn('The page has no structured data. Describe it in JSON-LD with schema.org types.', {
        value: 'none',
        items: whereMissing(page, 'head'),
      });
    const found: Found = { types: new Set(), faults: [], judged: new Set(), named: new Set(), at: null };
    const isOurs = (id: string): boolean => {
      const url = page.resolve(id);
      return url !== null && url.hash !== '' && withoutHash(url) === withoutHash(page.url);
    };
    const references: { object: JsonObject; id: string; at: PageElement }[] = [];
    for (const { at, objects } of blocks)
      for (const object of objects ?? [])
        for (const [part, id] of namedParts(object))
          if (Object.keys(part).length > 1) found.named.add(page.resolve(id)?.href ?? id);
          else if (isOurs(id)) references.push({ object: part, id, at });
    for (const { raw, at, objects } of blocks) {
      found.at = at;
      if (objects === null) found.faults.push({ snippet: raw, note: 'This is not valid JSON', at });
      for (const object of objects ?? []) judge(object, found);
    }
    for (const { item, at } of [...microdata, ...rdfa]) {
      found.at = at;
      judge(item, found);
    }
    for (const { object, id, at } of references)
      if (!found.named.has(page.resolve(id)?.href ?? id))
        found.faults.push({
          snippet: written(object),
          note: `Nothing on the page has the @id ${id}`,
          at,
        });
    const { types, faults } = found;
    const value = types.size > 0 ? [...types].join(', ') : blocks.length > 0 ? '' : 'microdata';
    if (faults.length > 0)
      return fail('The structured data has errors, so search engines ignore it. Correct those listed.', {
        value,
        items: faults,
      });
    return pass(`The structured data is complete${value === '' ? '' : ` (${value})`}.`, { value });
  },
};

interface Found {
  readonly types: Set<string>;
  readonly faults: Finding[];
  /** `itemref` makes one thing part of several. */
  readonly judged: Set<JsonObject>;
  /** Every `@id` that something on the page has, as an address. */
  readonly named: Set<string>;
  /** The element that holds what is being judged. */
  at: PageElement | null;
}

/** Parts of an object are judged to this depth; what is nested deeper was still read. */
const DEEPEST = 8;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A vocabulary that isn't schema.org's has types of its own. */
const isForeign = (object: JsonObject): boolean =>
  typeof object['@context'] === 'string' && !/schema\.org/i.test(object['@context']);

/** Judges an object and its parts. */
const judge = (object: JsonObject, found: Found, depth = 0): void => {
  if (isForeign(object) || found.judged.has(object)) return;
  found.judged.add(object);
  const own = typesOf(object);
  if (depth === 0) for (const type of own) found.types.add(type);
  if (own.length === 0 && depth === 0 && !isReference(object))
    found.faults.push({ snippet: written(object), note: '@type is missing', at: found.at });
  for (const type of own) {
    const notes = isKnownType(type)
      ? isReference(object)
        ? []
        : missingOf(type, object, depth > 0)
      : [`schema.org has no type ${type}`];
    for (const note of notes) found.faults.push({ snippet: written(object), note, at: found.at });
  }
  for (const note of wrongValuesOf(object))
    found.faults.push({ snippet: written(object), note, at: found.at });
  if (depth === DEEPEST) return;
  for (const [property, value] of Object.entries(object)) {
    if (property.startsWith('@')) continue;
    for (const part of [value].flat()) if (isObject(part)) judge(part, found, depth + 1);
  }
};

/** An object and its parts that have an `@id`, each with it. */
const namedParts = function* (object: JsonObject, depth = 0): Generator<[JsonObject, string]> {
  if (typeof object['@id'] === 'string') yield [object, object['@id']];
  if (depth === DEEPEST) return;
  for (const value of Object.values(object))
    for (const part of [value].flat()) if (isObject(part)) yield* namedParts(part, depth + 1);
};

/** Names a thing that is described elsewhere. */
const isReference = (object: JsonObject): boolean => {
  return '@id' in object && Object.keys(object).every((key) => ['@id', '@context', '@type'].includes(key));
};

/** An object as JSON. What is nested deeper than can be written was still read. */
const written = (object: JsonObject): string => {
  try {
    return JSON.stringify(object);
  } catch {
    return `{ ${Object.keys(object).join(', ')}: … }`;
  }
};
