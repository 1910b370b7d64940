import { notFound } from '@platform/errors';
import { toAppError } from '@platform/http';
import { html } from '@platform/pages';
import type { Html } from '@platform/pages';
import { Router } from 'express';
import type { ErrorRequestHandler, RequestHandler, Response } from 'express';

import { loadPageAssets } from '../stats-page/page-assets.ts';
import { layout } from '../stats-page/views/layout.ts';
import { messageView } from '../stats-page/views/other-views.ts';
import type { EmailReportsService } from './email-reports-service.ts';

export interface UnsubscribeRouterDeps {
  readonly emailReports: Pick<EmailReportsService, 'subscriptionOf' | 'unsubscribe'>;
}

const askView = (domain: string, link: string): Html =>
  html`<main class="narrow">
    <h1>Unsubscribe</h1>
    <p>Do you want no more e-mail reports about ${domain}?</p>
    <form method="post" action="/unsubscribe/${link}"><button>Unsubscribe</button></form>
  </main>`;

/**
 * `/unsubscribe/{link}`. Opening the link only asks, because mail scanners open links; the form's POST, and a mail program's
 * own one-click POST (RFC 8058), unsubscribe.
 */
export const createUnsubscribeRouter = ({ emailReports }: UnsubscribeRouterDeps): RequestHandler => {
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
      const domain = await emailReports.subscriptionOf(request.params.link);
      if (domain === undefined) throw notFound('page');
      send(response, 200, 'Unsubscribe', askView(domain, request.params.link));
    })
    .post(async (request, response) => {
      const domain = await emailReports.unsubscribe(request.params.link);
      if (domain === undefined) throw notFound('page');
      send(
        response,
        200,
        'Unsubscribed',
        messageView('Unsubscribed', `You will get no more e-mail reports about ${domain}.`),
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
