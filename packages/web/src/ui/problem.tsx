import './problem.css';

import { ApiError } from '@platform/client';
import { partTexts } from '../i18n/parts.ts';

/** Describes a failure in one line, with the id of the request to quote. */
export const failureText = (error: unknown): string => {
  const t = partTexts();
  const message = error instanceof Error && error.message !== '' ? error.message : t.failed;
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id === undefined ? message : `${message} (${t.requestId(id)})`;
};

/** Shows an error in the platform's words, with the id to quote and a way to try again. */
export const Problem = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  if (error === undefined) return null;
  const t = partTexts();
  const id = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div class="problem" role="alert">
      <p>{error instanceof Error && error.message ? error.message : t.failed}</p>
      {id !== undefined && <p class="quiet">{t.requestId(id)}</p>}
      {retry && (
        <button type="button" onClick={retry}>
          {t.tryAgain}
        </button>
      )}
    </div>
  );
};
