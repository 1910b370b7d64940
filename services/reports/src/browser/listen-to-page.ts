import type { ConsoleMessage, Page } from 'playwright-core';

export const MOST = 50;

export const text = (value: string): string => value.toWellFormed().replaceAll('\0', '\uFFFD').slice(0, 500);

/** Chromium says that something couldn’t be loaded, but not what. */
const wordsOf = (message: ConsoleMessage): string =>
  message.text().startsWith('Failed to load resource')
    ? `${message.text()} (${message.location().url})`
    : message.text();

/** Collects what goes wrong while a page loads. */
export const listen = (page: Page) => {
  const consoleErrors: string[] = [];
  const failedRequests: { url: string; reason: string }[] = [];
  const origins = new Map<string, number>();
  page.on('console', (message) => {
    if (message.type() === 'error' && consoleErrors.length < MOST) consoleErrors.push(text(wordsOf(message)));
  });
  page.on('pageerror', (error) => {
    if (consoleErrors.length < MOST) consoleErrors.push(text(error.message));
  });
  const fail = (url: string, reason: string): void => {
    if (failedRequests.length < MOST) failedRequests.push({ url: text(url), reason });
  };
  page.on('requestfailed', (request) => {
    fail(request.url(), request.failure()?.errorText ?? 'failed');
  });
  page.on('response', (response) => {
    // Its body may never come to an end.
    if (response.status() >= 400) fail(response.url(), `HTTP ${response.status()}`);
    const origin = URL.parse(response.url())?.origin;
    if (origin !== undefined && origin !== 'null') origins.set(origin, (origins.get(origin) ?? 0) + 1);
  });
  page.on('dialog', (dialog) => void dialog.dismiss().catch(() => undefined));
  return { consoleErrors, failedRequests, origins };
};
