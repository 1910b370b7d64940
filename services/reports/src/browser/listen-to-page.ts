import type { Page } from 'playwright-core';

export const MOST = 50;

export const text = (value: string): string => value.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 500);

/** Collects what goes wrong while a page loads. */
export const listen = (page: Page) => {
  const consoleErrors: string[] = [];
  const failedRequests: { url: string; reason: string }[] = [];
  const origins = new Map<string, number>();
  page.on('console', (message) => {
    if (message.type() === 'error' && consoleErrors.length < MOST) consoleErrors.push(text(message.text()));
  });
  page.on('pageerror', (error) => {
    if (consoleErrors.length < MOST) consoleErrors.push(text(error.message));
  });
  page.on('requestfailed', (request) => {
    if (failedRequests.length < MOST)
      failedRequests.push({ url: text(request.url()), reason: request.failure()?.errorText ?? 'failed' });
  });
  page.on('response', (response) => {
    const origin = URL.parse(response.url())?.origin;
    if (origin !== undefined && origin !== 'null') origins.set(origin, (origins.get(origin) ?? 0) + 1);
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  return { consoleErrors, failedRequests, origins };
};
