import { ApiError } from '@platform/client';
import type { FieldErrors } from '@platform/client';
import { useState } from 'preact/hooks';

import { noticeEndedSession } from '../session/session.ts';

export interface Submission {
  readonly isBusy: boolean;
  /** The error as a whole, where it isn't one of a field. */
  readonly error: unknown;
  /** The first message for a field. */
  readonly errorOf: (field: string) => string | undefined;
  /** For a form's `onSubmit`. */
  readonly onSubmit: (event: SubmitEvent) => void;
}

/** The text of a form's fields by name, trimmed. */
export type FormTexts = Readonly<Record<string, string>>;

const textsOf = (form: HTMLFormElement): FormTexts =>
  Object.fromEntries(
    [...new FormData(form)].flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value.trim()]] : [],
    ),
  );

/** Sends a form once at a time, and keeps what was wrong with it by field. */
export const useSubmit = (send: (texts: FormTexts, form: HTMLFormElement) => Promise<void>): Submission => {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(undefined);
  const fields: FieldErrors = error instanceof ApiError ? error.fields : {};

  const submit = async (form: HTMLFormElement): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await send(textsOf(form), form);
    } catch (failure) {
      noticeEndedSession(failure);
      setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return {
    isBusy,
    error: Object.keys(fields).length > 0 ? undefined : error,
    errorOf: (field) => fields[field]?.[0],
    onSubmit(event) {
      event.preventDefault();
      if (!isBusy) void submit(event.currentTarget as HTMLFormElement);
    },
  };
};
