import { readFileSync } from 'node:fs';

import { withoutHash } from '../../page/html/links.ts';
import type { PageElement } from '../../page/html/element.ts';
import { jsonLdBlocks, markedUpItems, typesOf } from '../../page/html/json-ld.ts';
import type { JsonObject } from '../../page/html/json-ld.ts';
import type { Check } from '../check.ts';
import { fail, pass, warn, whereMissing } from '../outcomes.ts';
import type { Finding } from '../outcomes.ts';

/** Properties that search engines require of a type before they show it. */
interface Requirement {
  /** Of the properties joined by `|`, one is enough. */
  readonly needs: readonly string[];
  /** Properties that an item doesn't need where it is part of another. */
  readonly alone?: readonly string[];
  readonly source: string;
}

const GUIDE = 'https://developers.google.com/search/docs/appearance/structured-data';

/**
 * Google's documented required properties, each with the page that lists them. A kind of a type needs
 * what the type needs, unless it is listed separately. Article and Organization require nothing.
 */
const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
  Article: { needs: [], source: `${GUIDE}/article` },
  Organization: { needs: [], source: `${GUIDE}/organization` },
  BreadcrumbList: { needs: ['itemListElement'], source: `${GUIDE}/breadcrumb` },
  ItemList: { needs: ['itemListElement'], source: `${GUIDE}/carousel` },
  ListItem: { needs: ['position', 'name|item|url'], source: `${GUIDE}/breadcrumb` },
  Course: { needs: ['name', 'description'], source: `${GUIDE}/course` },
  Dataset: { needs: ['name', 'description'], source: `${GUIDE}/dataset` },
  DiscussionForumPosting: {
    needs: ['author', 'datePublished', 'text|image|video|sharedContent'],
    source: `${GUIDE}/discussion-forum`,
  },
  Event: { needs: ['name', 'startDate', 'location'], source: `${GUIDE}/event` },
  VirtualLocation: { needs: ['url'], source: `${GUIDE}/event` },
  FAQPage: { needs: ['mainEntity'], source: `${GUIDE}/faqpage` },
  QAPage: { needs: ['mainEntity'], source: `${GUIDE}/qapage` },
  Question: { needs: ['name|text', 'acceptedAnswer|suggestedAnswer|answerCount'], source: `${GUIDE}/qapage` },
  Answer: { needs: ['text'], source: `${GUIDE}/qapage` },
  JobPosting: {
    needs: ['title', 'description', 'datePosted', 'hiringOrganization', 'jobLocation|jobLocationType'],
    source: `${GUIDE}/job-posting`,
  },
  LocalBusiness: { needs: ['name', 'address'], source: `${GUIDE}/local-business` },
  Product: { needs: ['name', 'offers|review|aggregateRating'], source: `${GUIDE}/product-snippet` },
  ProductGroup: { needs: ['name'], source: `${GUIDE}/product-variants` },
  Offer: { needs: ['price|priceSpecification'], source: `${GUIDE}/product-snippet` },
  AggregateOffer: { needs: ['lowPrice', 'priceCurrency'], source: `${GUIDE}/product-snippet` },
  ProfilePage: { needs: ['mainEntity'], source: `${GUIDE}/profile-page` },
  Recipe: { needs: ['name', 'image'], source: `${GUIDE}/recipe` },
  Review: {
    needs: ['author', 'reviewRating'],
    alone: ['itemReviewed'],
    source: `${GUIDE}/review-snippet`,
  },
  Rating: { needs: ['ratingValue'], source: `${GUIDE}/review-snippet` },
  AggregateRating: {
    needs: ['ratingValue', 'ratingCount|reviewCount'],
    alone: ['itemReviewed'],
    source: `${GUIDE}/review-snippet`,
  },
  ClaimReview: { needs: ['claimReviewed', 'reviewRating', 'url'], source: `${GUIDE}/factcheck` },
  SoftwareApplication: {
    needs: ['name', 'offers', 'aggregateRating|review'],
    source: `${GUIDE}/software-app`,
  },
  VideoObject: { needs: ['name', 'thumbnailUrl', 'uploadDate'], source: `${GUIDE}/video` },
  Clip: { needs: ['name', 'startOffset', 'url'], source: `${GUIDE}/video` },
  WebSite: {
    needs: ['name', 'url'],
    source: 'https://developers.google.com/search/docs/appearance/site-names',
  },
};

let loaded: ReadonlyMap<string, readonly string[]> | undefined;

/** schema.org's types, each with the types that it is a kind of. */
const vocabulary = (): ReadonlyMap<string, readonly string[]> => {
  loaded ??= new Map(
    Object.entries(
      (
        JSON.parse(readFileSync(new URL('./schema-types.json', import.meta.url), 'utf8')) as {
          types: Record<string, string[]>;
        }
      ).types,
    ),
  );
  return loaded;
};

/** True if schema.org has this type. */
const isKnownType = (type: string): boolean => vocabulary().has(type);

/** The requirements of a type: its own, else those of the nearest type that it is a kind of. */
const requirementOf = (type: string): readonly [name: string, requirement: Requirement] | null => {
  const waiting = [type];
  const seen = new Set<string>();
  for (const name of waiting) {
    if (seen.has(name)) continue;
    seen.add(name);
    const own = Object.hasOwn(REQUIREMENTS, name) ? REQUIREMENTS[name] : undefined;
    if (own !== undefined) return [name, own];
    waiting.push(...(vocabulary().get(name) ?? []));
  }
  return null;
};

/** Of ratings, which there must be. */
const COUNTS = new Set(['ratingCount', 'reviewCount']);

const isThere = (property: string, value: unknown): boolean =>
  value !== undefined &&
  value !== null &&
  value !== '' &&
  !(Array.isArray(value) && value.length === 0) &&
  !(COUNTS.has(property) && Number(value) <= 0);

/** Lists what an object of a type lacks. @param isPart whether it is the value of another's property */
const missingOf = (type: string, object: JsonObject, isPart = false): string[] => {
  const found = requirementOf(type);
  if (found === null) return [];
  const [name, { needs, alone = [] }] = found;
  return [...needs, ...(isPart ? [] : alone)]
    .filter((names) => !names.split('|').some((property) => isThere(property, object[property])))
    .map((names) => {
      const kind = name === type ? '' : `, a kind of ${name},`;
      return `${type}${kind} needs ${names.replaceAll('|', ' or ')}`;
    });
};

type ValueKind = readonly [fits: RegExp, fault: string];

const DATE: ValueKind = [
  /^\d{4}(?:-(?:0\d|1[0-2])(?:-[0-3]\d(?:[T ]\d\d(?::?\d\d(?::?\d\d(?:[.,]\d+)?)?)?\s?(?:Z|[+-]\d\d(?::?\d\d)?)?)?)?)?$|^\d{8}(?:T\d{4,6}Z?)?$/i,
  'is no date such as 2026-05-31',
];
const DURATION: ValueKind = [
  /^P(?=[\dT])(?:[\d.]+[YMWD])*(?:T(?:[\d.]+[HMS])+)?$/i,
  'is no duration such as PT30M',
];
const NUMBER: ValueKind = [/^-?\d+(?:\.\d+)?$/, 'is no number such as 12.50'];
/** Google takes 4, 60 % and 6/10. */
const GRADE: ValueKind = [/^\d+(?:[.,]\d+)?(?:\s?%|\/\d+)?$/, NUMBER[1]];
const CURRENCY: ValueKind = [/^[A-Z]{3}$/i, 'is no currency such as EUR'];

/** How Google reads the values of properties (the pages of `REQUIREMENTS`); other kinds of text are free. */
const VALUES: ReadonlyMap<string, ValueKind> = new Map([
  ...[
    ...['startDate', 'endDate', 'datePublished', 'dateModified', 'dateCreated', 'uploadDate', 'datePosted'],
    ...['validThrough', 'priceValidUntil'],
  ].map((property) => [property, DATE] as const),
  ...['prepTime', 'cookTime', 'totalTime'].map((property) => [property, DURATION] as const),
  ...['price', 'lowPrice', 'highPrice', 'ratingCount', 'reviewCount', 'bestRating', 'worstRating'].map(
    (property) => [property, NUMBER] as const,
  ),
  ['ratingValue', GRADE],
  ['priceCurrency', CURRENCY],
]);

/** A rating without a scale of its own is one of 1 to 5. */
const BEST = 5;

/** Lists the values of an object that search engines can't read as what they are. */
const wrongValuesOf = (object: JsonObject): string[] => {
  const notes = Object.entries(object).flatMap(([property, value]) => {
    const kind = VALUES.get(property);
    if (kind === undefined) return [];
    const [fits, fault] = kind;
    return [value]
      .flat()
      .filter((one) => typeof one === 'string' && one !== '' && !fits.test(one.trim()))
      .map((one) => `${property} ${fault}: “${String(one).slice(0, 60)}”`);
  });
  const [grade, best] = [Number(object['ratingValue'] ?? 0), Number(object['bestRating'] ?? BEST)];
  return grade > best || grade < 0 ? [...notes, `ratingValue is beyond the scale: “${grade}”`] : notes;
};

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

/** The steps of a trail that lead nowhere; only the last one, the page itself, needs no `item`. */
const stepsWithoutItem = ({ itemListElement: steps }: JsonObject): JsonObject[] => {
  const all = [steps].flat().filter(isObject);
  const places = all.map(({ position }, place) => Number(position ?? place));
  const last = Math.max(...places);
  return all.filter(
    (step, place) =>
      places[place] !== last && !isReference(step) && !isThere('item', step['item'] ?? step['url']),
  );
};

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
  for (const part of own.includes('BreadcrumbList') ? stepsWithoutItem(object) : [])
    found.faults.push({ snippet: written(part), note: 'ListItem needs item', at: found.at });
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
