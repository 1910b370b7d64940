import { ApiError } from '@platform/client';

import { texts } from '../i18n/language.ts';

/** What went wrong in one line, with the id of the request to quote. */
export const failureText = (error: unknown): string => {
  const t = texts();
  const message = error instanceof Error && error.message !== '' ? error.message : t.failed;
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id === undefined ? message : `${message} (${t.requestId(id)})`;
};
