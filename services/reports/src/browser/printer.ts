import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { unavailable } from '@platform/errors';

import type { PrintPage } from './browser-host.ts';

/** Below what a gateway waits for an answer by default. */
const WAIT_MILLISECONDS = 20_000;
/** A print that is ready stays for whoever asks again. */
const KEPT_MILLISECONDS = 5 * 60_000;
const MOST_KEPT = 20;

const LATE = Symbol('late');

/**
 * Prints documents within a wait: where the browser has yet to start, or has pages before it, the request
 * is answered with 503 and `Retry-After`, the print goes on, and the next request gets it.
 * @throws AppError `unavailable` after the wait
 */
export const createPrinter = (print: PrintPage, waitMilliseconds = WAIT_MILLISECONDS): PrintPage => {
  const prints = new Map<string, Promise<Buffer | null>>();

  const begin = (key: string, markup: string): Promise<Buffer | null> => {
    const printing = print(markup);
    const forget = (): void => {
      if (prints.get(key) === printing) prints.delete(key);
    };
    prints.set(key, printing);
    for (const oldest of prints.keys()) {
      if (prints.size <= MOST_KEPT) break;
      prints.delete(oldest);
    }
    printing.then((pdf) => {
      if (pdf === null) forget();
      else setTimeout(forget, KEPT_MILLISECONDS).unref();
    }, forget);
    return printing;
  };

  return async (markup) => {
    const key = createHash('sha256').update(markup).digest('hex');
    const printing = prints.get(key) ?? begin(key, markup);
    const ended = new AbortController();
    const late = pause(waitMilliseconds, LATE, { signal: ended.signal }).catch(() => LATE);
    try {
      const pdf = await Promise.race([printing, late]);
      if (typeof pdf === 'symbol') throw unavailable('The PDF is still being made; ask for it again.');
      return pdf;
    } finally {
      ended.abort();
    }
  };
};
