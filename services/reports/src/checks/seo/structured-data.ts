import { fail, pass, warn } from '../outcomes.ts';
import type { Check, CheckItem } from '../check.ts';
import { jsonLdBlocks, typesOf } from '../../page/html/json-ld.ts';
import type { JsonObject } from '../../page/html/json-ld.ts';
import { attribute } from '../../page/html/element.ts';
import { missingOf } from './required-properties.ts';

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
        'Pass: JSON-LD that parses, with a type and its required properties, or microdata. Warn: none at all. Fail: JSON that doesn’t parse, no @type, or a required property missing.',
      fix: 'Describe the page in a <script type="application/ld+json"> with schema.org types, and try it in a rich results test.',
      sources: [
        'https://developers.google.com/search/docs/appearance/structured-data/search-gallery',
        'https://schema.org/docs/full.html',
      ],
    },
  },
  run({ page }) {
    const blocks = jsonLdBlocks(page);
    if (blocks.length === 0) {
      const marked = page.elements.some(
        (element) => attribute(element, 'itemtype') !== null || attribute(element, 'typeof') !== null,
      );
      if (marked)
        return pass('The page has structured data in its markup (microdata or RDFa).', {
          value: 'microdata',
        });
      return warn('The page has no structured data. Describe it in JSON-LD with schema.org types.', {
        value: 'none',
      });
    }
    const faults: CheckItem[] = [];
    const types: string[] = [];
    for (const { raw, objects } of blocks) {
      if (objects === null) faults.push({ snippet: raw, note: 'This is not valid JSON' });
      for (const object of objects ?? []) {
        const own = typesOf(object);
        types.push(...own);
        if (own.length === 0 && !isReference(object))
          faults.push({ snippet: written(object), note: '@type is missing' });
        for (const note of own.flatMap((type) => missingOf(type, object)))
          faults.push({ snippet: written(object), note });
      }
    }
    const value = [...new Set(types)].join(', ');
    if (faults.length > 0)
      return fail('The structured data has errors, so search engines ignore it. Correct those listed.', {
        value,
        items: faults,
      });
    return pass(`The structured data is complete${value === '' ? '' : ` (${value})`}.`, { value });
  },
};

/** Names a thing that is described elsewhere. */
const isReference = (object: JsonObject): boolean => {
  return '@id' in object && Object.keys(object).every((key) => key === '@id' || key === '@context');
};

/** An object as JSON. What is nested deeper than can be written was still read. */
const written = (object: JsonObject): string => {
  try {
    return JSON.stringify(object);
  } catch {
    return `{ ${Object.keys(object).join(', ')}: … }`;
  }
};
