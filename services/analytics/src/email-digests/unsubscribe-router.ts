import { notFound } from '@platform/errors';
import { toAppError } from '@platform/http';
import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';
import { Router } from 'express';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';

import { loadPageAssets } from '../stats-page/page-assets.ts';
import { layout } from '../stats-page/views/layout.ts';
import { messageView } from '../stats-page/views/other-views.ts';
import type { EmailDigestsService } from './email-digests-service.ts';

export interface UnsubscribeRouterDeps {
  readonly emailDigests: Pick<EmailDigestsService, 'subscriptionOf' | 'unsubscribe'>;
}

const askView = (domain: string, link: string): Html =>
  html`<main class="narrow">
    <h1>Unsubscribe</h1>
    <p>Do you want no more e-mail digests about ${domain}?</p>
    <form method="post" action="/unsubscribe/${link}"><button>Unsubscribe</button></form>
  </main>`;

/**
 * `/unsubscribe/{link}`. Opening the link only asks, because mail scanners open links. The form's
 * POST, and a mail program's (RFC 8058), unsubscribes.
 */
export const createUnsubscribeRouter = ({ emailDigests }: UnsubscribeRouterDeps): RequestHandler => {
  const { style } = loadPageAssets();
  const router = Router({ caseSensitive: true });

  const send = (response: Response, status: number, title: string, body: Html): void => {
    response.status(status).setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    );
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Robots-Tag', 'noindex');
    response.send(layout({ title, isIndexed: false, styleUrl: `/s/assets/${style.name}`, body }).toString());
  };

  router
    .route('/unsubscribe/:link')
    .get(async (request, response) => {
      const domain = await emailDigests.subscriptionOf(request.params.link);
      if (domain === undefined) throw notFound('page');
      send(response, 200, 'Unsubscribe', askView(domain, request.params.link));
    })
    .post(async (request, response) => {
      const domain = await emailDigests.unsubscribe(request.params.link);
      if (domain === undefined) throw notFound('page');
      send(
        response,
        200,
        'Unsubscribed',
        messageView('Unsubscribed', `You will get no more e-mail digests about ${domain}.`),
      );
    });

  const sendFault: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (!request.path.startsWith('/unsubscribe/') || toAppError(error).kind !== 'not_found') {
      next(error);
      return;
    }
    send(
      response,
      404,
      'Not found',
      messageView('This link doesn’t work', 'It is incomplete or too old. A newer e-mail has a newer link.'),
    );
  };
  router.use(sendFault);
  return router;
};
