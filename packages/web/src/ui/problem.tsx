import './problem.css';

import { ApiError } from '@platform/client';
import { useState } from 'preact/hooks';

import { partTexts } from '../i18n/parts.ts';

/** How browsers word a request that found no server. */
const NO_CONNECTION = /failed to fetch|networkerror|load failed/i;

/** Says what went wrong. What no server has said is said here, in the language of the reader. */
const messageOf = (error: unknown): string => {
  const t = partTexts();
  const { code = '', message = '' } = error instanceof Error ? (error as Error & { code?: string }) : {};
  const [, status] = /^http_(\d+)$/.exec(code) ?? [];
  if (code === 'connection_failed' || NO_CONNECTION.test(message)) return t.unreachable;
  if (code === 'timeout') return t.tooSlow;
  if (code === 'unreadable_answer') return t.unreadable;
  if (status !== undefined && (message === '' || message === `The platform answered ${status}.`))
    return t.answered(status);
  return message === '' ? t.failed : message;
};

/** Describes a failure in one line, with the id of the request to quote. */
export const failureText = (error: unknown): string => {
  const id = error instanceof ApiError ? error.requestId : undefined;
  return id === undefined ? messageOf(error) : `${messageOf(error)} (${partTexts().requestId(id)})`;
};

/** Tries again, and says so until the same failure is gone or another one is there. */
const TryAgain = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const t = partTexts();
  const [tried, setTried] = useState<unknown>(undefined);
  const isTrying = tried === error;
  return (
    <button
      type="button"
      aria-busy={isTrying}
      onClick={() => {
        setTried(error);
        retry();
      }}
    >
      {isTrying ? t.trying : t.tryAgain}
    </button>
  );
};

/** Shows an error in the platform's words, with the id to quote and a way to try again. */
export const Problem = ({ error, retry }: { error: unknown; retry?: () => void }) => {
  if (error === undefined) return null;
  const id = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div class="problem" role="alert">
      <p>{messageOf(error)}</p>
      {id !== undefined && <p class="quiet">{partTexts().requestId(id)}</p>}
      {retry && <TryAgain error={error} retry={retry} />}
    </div>
  );
};
