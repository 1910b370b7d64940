import { readFileSync } from 'node:fs';

import type { JsonObject } from '../../page/html/json-ld.ts';

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
export const REQUIREMENTS: Readonly<Record<string, Requirement>> = {
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

/** Whether schema.org has this type. */
export const isKnownType = (type: string): boolean => vocabulary().has(type);

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
export const missingOf = (type: string, object: JsonObject, isPart = false): string[] => {
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
export const wrongValuesOf = (object: JsonObject): string[] => {
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
