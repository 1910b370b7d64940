import type { Sentence } from '@platform/errors';

import type { CheckMeta } from '../check.ts';

/** A check's texts in another language than English. */
export type CheckTexts = Pick<CheckMeta, 'title' | 'failureTitle'> &
  Pick<CheckMeta['docs'], 'why' | 'fix' | 'thresholds'>;

type Kebab<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? First extends Lowercase<First>
    ? `${First}${Kebab<Rest>}`
    : `-${Lowercase<First>}${Kebab<Rest>}`
  : '';

/** The ids of a category's checks, which are the names of its exports. */
type IdOf<Checks> = Kebab<Extract<keyof Checks, string>>;

/** One entry for each check of a category, so that one without a translation doesn't compile. */
export type CheckTextsOf<Checks> = Readonly<Record<IdOf<Checks>, CheckTexts>>;

export type FindingsOf<Checks> = Readonly<Record<IdOf<Checks>, readonly Sentence[]>>;
