import type { BrowserContext, CDPSession, Page } from 'playwright-core';

import type { BoundHeaders } from '../credentials/credentials.ts';

interface PausedRequest {
  readonly requestId: string;
  readonly networkId?: string | undefined;
  readonly request: { readonly url: string; readonly headers: Readonly<Record<string, string>> };
  readonly redirectedRequestId?: string | undefined;
}

/**
 * Sends bound headers with a page’s requests to their origin, and with no others. Chromium keeps the
 * headers of a request when it follows a redirect, so each hop is held and decided again: one to
 * another origin loses them, and so does everything after it. Frames of other origins and workers are
 * separate targets, which aren’t touched.
 */
export const authorisePage = async (
  context: BrowserContext,
  page: Page,
  { origin, headers }: BoundHeaders,
): Promise<void> => {
  const session: CDPSession = await context.newCDPSession(page);
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  /** Requests that once went elsewhere, by what Chromium calls them over all their redirects. */
  const astray = new Set<string>();

  const decide = ({ requestId, networkId = requestId, request, redirectedRequestId }: PausedRequest) => {
    const isOwn = URL.parse(request.url)?.origin === origin;
    if (!isOwn) astray.add(networkId);
    const isTrusted = isOwn && !astray.has(networkId);
    if (!isTrusted && redirectedRequestId === undefined) return { requestId };
    const others = Object.entries(request.headers).filter(([name]) => !own.has(name.toLowerCase()));
    const fields = [...others, ...(isTrusted ? Object.entries(headers) : [])];
    return { requestId, headers: fields.map(([name, value]) => ({ name, value })) };
  };
  session.on('Fetch.requestPaused', (paused: PausedRequest) => {
    // The page may be gone before its request continues.
    session.send('Fetch.continueRequest', decide(paused)).catch(() => undefined);
  });
  await session.send('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] });
};
