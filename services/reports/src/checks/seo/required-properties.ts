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
