import type { JsonObject } from '../../page/html/json-ld.ts';

/**
 * What search engines require of a type before they show it; of the properties joined by `|`, one
 * is enough.
 */
const REQUIRED: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    Article: ['headline'],
    NewsArticle: ['headline'],
    BlogPosting: ['headline'],
    BreadcrumbList: ['itemListElement'],
    Course: ['name', 'description'],
    Dataset: ['name', 'description'],
    Event: ['name', 'startDate', 'location'],
    FAQPage: ['mainEntity'],
    JobPosting: ['title', 'description', 'datePosted', 'hiringOrganization'],
    LocalBusiness: ['name', 'address'],
    Organization: ['name|url'],
    Product: ['name', 'offers|review|aggregateRating'],
    QAPage: ['mainEntity'],
    Recipe: ['name', 'image'],
    Review: ['itemReviewed', 'author', 'reviewRating'],
    SoftwareApplication: ['name'],
    VideoObject: ['name', 'thumbnailUrl', 'uploadDate'],
    WebSite: ['name|url'],
  }),
);

export const missingOf = (type: string, object: JsonObject): string[] => {
  return (REQUIRED.get(type) ?? [])
    .filter(
      (names) =>
        !names
          .split('|')
          .some((name) => object[name] !== undefined && object[name] !== null && object[name] !== ''),
    )
    .map((names) => `${type} needs ${names.replaceAll('|', ' or ')}`);
};
