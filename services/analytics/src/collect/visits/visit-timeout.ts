import type { Visit } from './visit.ts';

/** A visit ends after this much silence. The next hit of the visitor opens a new one. */
export const VISIT_TIMEOUT_MS = 30 * 60_000;

/**
 * Whether a hit at `ts` still belongs to the visit. Hits may arrive late, so it may also be one from
 * shortly before the first.
 */
export const isOngoing = ({ startedAt, lastAt }: Pick<Visit, 'startedAt' | 'lastAt'>, ts: number): boolean =>
  ts >= startedAt - VISIT_TIMEOUT_MS && ts <= lastAt + VISIT_TIMEOUT_MS;
