import { html, sendPage } from '@platform/page-access';
import type { Html } from '@platform/page-access';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';

import { PAGE_POLICY, pageShell } from '../report-page/page-shell.ts';
import { messageView } from '../report-page/views/message-view.ts';
import type { RegressionsService } from './regressions-service.ts';

export interface UnsubscribeRouterDeps {
  readonly regressions: Pick<RegressionsService, 'subscriptionOf' | 'unsubscribe'>;
}

const askView = (url: string, link: string): Html =>
  html`<section class="card">
    <h1>Unsubscribe</h1>
    <p>Do you want no more e-mails about the report on ${url}?</p>
    <form method="post" action="/r/unsubscribe/${link}"><button type="submit">Unsubscribe</button></form>
  </section>`;

const UNKNOWN = messageView(
  'This link doesn’t work',
  'It is incomplete or too old. A newer e-mail has a newer link.',
);

/**
 * `/r/unsubscribe/{link}`. Opening the link only asks, because mail scanners open links. The form’s
 * POST, and a mail program’s (RFC 8058), unsubscribes.
 */
export const createUnsubscribeRouter = ({ regressions }: UnsubscribeRouterDeps): RequestHandler => {
  const send = (request: Request, response: Response, status: number, title: string, body: Html) =>
    sendPage(request, response, status, {
      markup: pageShell({ title, kicker: 'Page report', body }),
      headers: {
        'Content-Security-Policy': PAGE_POLICY,
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex, nofollow',
      },
    });

  const router = Router({ caseSensitive: true });
  router
    .route('/r/unsubscribe/:link')
    .get(async (request, response) => {
      const url = await regressions.subscriptionOf(request.params.link);
      if (url === undefined) await send(request, response, 404, 'Not found', UNKNOWN);
      else await send(request, response, 200, 'Unsubscribe', askView(url, request.params.link));
    })
    .post(async (request, response) => {
      const url = await regressions.unsubscribe(request.params.link);
      const done = messageView(
        'Unsubscribed',
        `You will get no more e-mails about the report on ${url ?? ''}.`,
      );
      if (url === undefined) await send(request, response, 404, 'Not found', UNKNOWN);
      else await send(request, response, 200, 'Unsubscribed', done);
    });
  return router;
};
