import { ApiError } from '@platform/client';
import type { FieldErrors } from '@platform/client';
import { useState } from 'preact/hooks';

import { noticeEndedSession, session } from '../session/session.ts';
import { notify } from '../ui/notices.tsx';
import { failureText } from '../ui/problem.tsx';
import { whileWorking } from './timing.ts';

/** For a form whose fields say what is wrong before anything is sent. */
export const NOT_SENT = Symbol('not sent');

/** Event that notifies a form that its content has arrived. */
export const SENT = 'sent';

export interface Submission {
  readonly isBusy: boolean;
  /** Error that no field shows. Read it after the fields have asked for theirs. */
  readonly error: unknown;
  /** The first message for a field. */
  readonly errorOf: (field: string) => string | undefined;
  /** All messages by field. */
  readonly fields: FieldErrors;
  /** For a form's `onSubmit`. */
  readonly onSubmit: (event: SubmitEvent) => void;
}

/** The text of a form's fields by name, trimmed. */
export type FormTexts = Readonly<Record<string, string>>;

/** The lines of a text area, trimmed, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const textsOf = (form: HTMLFormElement): FormTexts =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()]] : [],
    ),
  );

/** A message with the field's name, which many of them begin with. */
const named = (field: string, message: string): string =>
  message.startsWith(`${field} `) ? message : `${field}: ${message}`;

/** The error as a whole, or what is left of it when the fields have shown theirs. */
const unshown = (error: unknown, fields: FieldErrors, shown: ReadonlySet<string>): unknown => {
  const names = Object.keys(fields);
  if (names.length === 0) return error;
  const left = names.filter((name) => !shown.has(name));
  return left.length === 0
    ? undefined
    : new Error(left.map((name) => named(name, fields[name]?.[0] ?? '')).join(' '));
};

/** Sends a form once at a time, and keeps what was wrong with it by field. */
export const useSubmit = (
  send: (texts: FormTexts, form: HTMLFormElement) => Promise<unknown>,
): Submission => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const fields: FieldErrors = error instanceof ApiError ? error.fields : {};
  const shown = new Set<string>();

  const submit = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const outcome = await whileWorking(() => send(textsOf(form), form));
      if (outcome !== NOT_SENT) form.dispatchEvent(new Event(SENT));
    } catch (failure) {
      if (session.value === null || !noticeEndedSession(failure)) setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return {
    isBusy,
    fields,
    get error() {
      return unshown(error, fields, shown);
    },
    errorOf(field) {
      shown.add(field);
      return fields[field]?.[0];
    },
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void submit(event.currentTarget as HTMLFormElement);
    },
  };
};

/** Does what a button asks for, once at a time, and says so where it fails. */
export const useAct = (): { isBusy: boolean; act: (work: () => PromiseLike<unknown>) => void } => {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => PromiseLike<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await whileWorking(work);
    } catch (error) {
      if (!noticeEndedSession(error)) notify(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    act: (work) => {
      if (!isBusy) void run(work);
    },
  };
};

/**
 * Keeps the second click of a double click from buttons that send something: what the first one did may
 * be done by then, and it would be done once more. Buttons that aren't of a form say `data-once`.
 */
export const ignoreDoubleClicks = (): void => {
  addEventListener(
    'click',
    (event) => {
      if (event.detail < 2) return;
      const button = (event.target as Element).closest('button');
      const isSending = button?.dataset['once'] !== undefined || (button?.form && button.type === 'submit');
      if (!isSending) return;
      event.preventDefault();
      event.stopPropagation();
    },
    { capture: true },
  );
};
