import { ratingToNumber } from '../audit/stored-ratings.ts';
import type { GenerationOutcome } from './generation-outcome.ts';

/** PostgreSQL’s json stores neither NUL nor lone surrogates, and a page may contain both. */
const storable = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    typeof item === 'string' ? item.toWellFormed().replaceAll('\0', '\uFFFD') : item,
  );

export const columnsOf = (outcome: GenerationOutcome) =>
  outcome.status === 'generated'
    ? {
        error: null,
        httpStatus: null,
        result: outcome.audit.result,
        rating: ratingToNumber(outcome.audit.result),
        score: outcome.audit.score,
        rules: outcome.audit.rulesVersion,
        audit: storable(outcome.audit),
        facts: storable(outcome.facts),
        devices: outcome.screenshots.map(({ device }) => device),
        images: outcome.screenshots.map(({ image }) => image),
      }
    : {
        error: outcome.error,
        httpStatus: outcome.httpStatus ?? null,
        result: null,
        rating: null,
        score: null,
        rules: null,
        audit: null,
        facts: null,
        devices: [],
        images: [],
      };
