import { createHash } from 'node:crypto';
import { CATEGORIES, WEIGHTS } from './check.ts';
import type { Category, Check } from './check.ts';
import * as accessibility from './accessibility/index.ts';
import * as content from './content/index.ts';
import * as performance from './performance/index.ts';
import * as security from './security/index.ts';
import * as seo from './seo/index.ts';

export interface CheckRegistry {
  /** By category, then by id. */
  checks: readonly Check[];
  /** Changes with any check's id, importance or thresholds. Kept with each run. */
  version: string;
}

/** Incremented when checks judge differently although their metas stay the same. */
const EDITION = 9;
const ID = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;

/**
 * Every check, as listed by the category folders. Throws at boot on an entry that can't be
 * right.
 */
export const createCheckRegistry = (
  entries: Record<Category, Record<string, Check>> = {
    seo,
    performance,
    security,
    content,
    accessibility,
  },
): CheckRegistry => {
  const checks: Check[] = [];
  const ids = new Set<string>();
  for (const category of CATEGORIES) {
    const own = Object.values(entries[category]).sort((a, b) => (a.meta.id < b.meta.id ? -1 : 1));
    for (const check of own) {
      const { id } = check.meta;
      if (!ID.test(id)) throw new Error(`The check id "${id}" is not kebab-case`);
      if (ids.has(id)) throw new Error(`Two checks have the id "${id}"`);
      if (check.meta.category !== category) {
        throw new Error(`The check "${id}" is filed under ${category} and says ${check.meta.category}`);
      }
      // Only a check that never judges has the same words for either outcome.
      const { title, failureTitle, importance } = check.meta;
      if (title === failureTitle && importance !== 'informative') {
        throw new Error(`The check "${id}" has one title for passing and failing`);
      }
      ids.add(id);
      checks.push(check);
    }
  }
  return { checks, version: versionOf(checks) };
};

const versionOf = (checks: readonly Check[]): string => {
  const hash = createHash('sha256');
  for (const { meta } of checks) {
    hash.update(
      `${meta.id}\n${WEIGHTS[meta.importance]}\n${meta.importance}\n${String(meta.rare)}\n${String(meta.critical)}\n${meta.docs.thresholds}\n`,
    );
  }
  return `${EDITION}-${hash.digest('hex').slice(0, 8)}`;
};
