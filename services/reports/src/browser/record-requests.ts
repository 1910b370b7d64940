import type { Page, Request } from 'playwright-core';

import type { BrowserRequest } from '../page/browser-facts.ts';
import { text } from './listen-to-page.ts';

const MOST_REQUESTS = 200;
const SIZES_TIMEOUT = 2000;

const isRecorded = (request: Request): boolean => /^https?:/.test(request.url());

/** Playwright’s -1 means that this step was never reached. */
const known = (value: number): number | null => (value < 0 ? null : value);

const bytesOf = async (request: Request): Promise<number | null> => {
  const { responseHeadersSize, responseBodySize } = await request.sizes();
  return Math.max(0, responseHeadersSize) + Math.max(0, responseBodySize);
};

/** Resolves with null after a while, as Playwright also waits for sizes that never come. */
const within = <Value>(work: Promise<Value>): Promise<Value | null> => {
  const late = new Promise<null>((resolve) => {
    setTimeout(resolve, SIZES_TIMEOUT, null).unref();
  });
  return Promise.race([work.catch(() => null), late]);
};

/**
 * Records when the requests of a page and its frames began and ended, and what was received.
 * @returns a function that takes those that have ended: the first ones, in the order they began
 */
export const recordRequests = (page: Page): (() => Promise<BrowserRequest[]>) => {
  const ended: { request: Request; hasFailed: boolean }[] = [];
  const record = (request: Request, hasFailed: boolean): void => {
    if (ended.length < MOST_REQUESTS && isRecorded(request)) ended.push({ request, hasFailed });
  };
  page.on('requestfinished', (request) => {
    record(request, false);
  });
  page.on('requestfailed', (request) => {
    record(request, true);
  });

  return async () => {
    const taken = ended.filter(({ request }) => request.timing().startTime > 0);
    const zero = Math.min(...taken.map(({ request }) => request.timing().startTime));
    const requests = taken.map(async ({ request, hasFailed }): Promise<BrowserRequest> => {
      const { startTime, responseStart, responseEnd } = request.timing();
      const start = startTime - zero;
      const firstByte = known(responseStart);
      const response = hasFailed ? null : await within(request.response());
      return {
        url: text(request.url()),
        type: request.resourceType(),
        status: response?.status() ?? null,
        start: Math.round(start),
        firstByte: firstByte === null ? null : Math.round(start + firstByte),
        end: Math.round(start + Math.max(responseEnd, responseStart, 0)),
        bytes: hasFailed ? null : await within(bytesOf(request)),
      };
    });
    return (await Promise.all(requests)).sort((a, b) => a.start - b.start);
  };
};
