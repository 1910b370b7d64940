import { excerpt } from '../page/quantities.ts';
import { startTag } from '../page/html/element.ts';
import type { PageElement } from '../page/html/element.ts';
import type { Page } from '../page/html/page.ts';
import type { FoundItem } from '../page/html/place.ts';
import type { CheckStatus, CheckOutcome, Savings } from './check.ts';

/** Grades a number for which less is better. */
export const atMost = (value: number, good: number, decent: number): 'pass' | 'warn' | 'fail' => {
  if (value <= good) return 'pass';
  return value <= decent ? 'warn' : 'fail';
};

/** Grades a number for which more is better. */
export const atLeast = (value: number, good: number, decent: number): 'pass' | 'warn' | 'fail' => {
  return atMost(-value, -good, -decent);
};

/**
 * A finding as a check hands it in: an element, which is shown as its start tag; text; or either with
 * more. Text that is the address of a file is placed at the element that asks for it.
 */
export type Finding =
  | string
  | PageElement
  | { snippet: string; note?: string | null; at?: FoundItem['at'] | undefined }
  | { at: PageElement; note: string | null };

/** Where something that the page lacks belongs. */
export const whereMissing = (page: Page, within: 'html' | 'head' | 'body'): readonly PageElement[] =>
  page.all(within).slice(0, 1);

export interface OutcomeExtras {
  score?: number;
  value?: string | number | boolean | null;
  expected?: string;
  items?: readonly Finding[];
  /** Savings once it is mended. */
  saves?: Savings;
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
    saves: extras.saves ?? null,
  };
};

const toItem = (item: Finding): FoundItem => {
  if (typeof item === 'string') return { snippet: excerpt(item), note: null, at: null };
  if ('node' in item) return { snippet: excerpt(startTag(item)), note: null, at: item };
  const { at = null, note = null } = item;
  const snippet = 'snippet' in item ? item.snippet : startTag(item.at);
  return { snippet: excerpt(snippet), note: note === null ? null : excerpt(note), at };
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
