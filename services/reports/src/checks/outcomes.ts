import { excerpt } from '../page/quantities.ts';
import type { CheckItem, CheckStatus, CheckOutcome } from './check.ts';

/** Grades a number for which less is better. */
export const atMost = (value: number, good: number, decent: number): 'pass' | 'warn' | 'fail' => {
  if (value <= good) return 'pass';
  return value <= decent ? 'warn' : 'fail';
};

/** Grades a number for which more is better. */
export const atLeast = (value: number, good: number, decent: number): 'pass' | 'warn' | 'fail' => {
  return atMost(-value, -good, -decent);
};

export interface OutcomeExtras {
  score?: number;
  value?: string | number | boolean | null;
  expected?: string;
  items?: readonly (string | CheckItem)[];
}

/** The most findings that an outcome lists. */
export const MAX_ITEMS = 20;

/** Messages may quote the page, and stay readable whatever it contains. */
const MAX_MESSAGE = 500;

const outcome = (
  status: CheckStatus,
  score: number | null,
  message: string,
  extras: OutcomeExtras,
): CheckOutcome => {
  const items = extras.items ?? [];
  return {
    status,
    score: score === null ? null : (extras.score ?? score),
    value: typeof extras.value === 'string' ? excerpt(extras.value) : (extras.value ?? null),
    expected: extras.expected ?? null,
    items: items.slice(0, MAX_ITEMS).map((item) => toItem(item)),
    total: items.length,
    message: excerpt(message, MAX_MESSAGE),
  };
};

const toItem = (item: string | CheckItem): CheckItem => {
  if (typeof item === 'string') return { snippet: excerpt(item), note: null };
  return { snippet: excerpt(item.snippet), note: item.note === null ? null : excerpt(item.note) };
};

/** All is well: score 1. */
export const pass = (message: string, extras: OutcomeExtras = {}): CheckOutcome =>
  outcome('pass', 1, message, extras);

/** Could be better: score 0.5 unless given. */
export const warn = (message: string, extras: OutcomeExtras = {}): CheckOutcome =>
  outcome('warn', 0.5, message, extras);

/** Wrong: score 0 unless given. */
export const fail = (message: string, extras: OutcomeExtras = {}): CheckOutcome =>
  outcome('fail', 0, message, extras);

/** The page has nothing for this check to judge; not counted. */
export const notApplicable = (message: string): CheckOutcome => outcome('not_applicable', null, message, {});

/** A fact without a judgement; not counted. */
export const info = (message: string, extras: OutcomeExtras = {}): CheckOutcome =>
  outcome('info', null, message, extras);

/** The check lacked what it needs. Not counted; marks the audit incomplete. */
export const unknown = (message: string): CheckOutcome => outcome('error', null, message, {});
