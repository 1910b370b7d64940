import { html, sendPage } from '@platform/page-access';
import type { Html, LinkSigner, Page } from '@platform/page-access';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';

/** A recipient of messages about a record. */
interface Subscription {
  /** The record: a website, a report. */
  readonly subjectId: number;
  readonly recipient: string;
}

export interface UnsubscribeLinks {
  /**
   * The last part of the address: identifies the recipient, and proves that the link was in a
   * message to them.
   */
  create(subscription: Subscription): string;
  /** Undefined for links that weren't made here. */
  read(text: string): Subscription | undefined;
}

/** People come across old mails, so their links work for two years. */
const SECONDS = 2 * 366 * 86_400;

const purpose = ({ subjectId, recipient }: Subscription): readonly string[] => [
  'unsubscribe',
  String(subjectId),
  recipient,
];

/** Makes and reads the links by which somebody without any account unsubscribes. */
export const createUnsubscribeLinks = (signer: LinkSigner, now: () => number): UnsubscribeLinks => ({
  create(subscription) {
    const who = Buffer.from(`${subscription.subjectId} ${subscription.recipient}`).toString('base64url');
    return `${who}~${signer.sign(purpose(subscription), Math.floor(now() / 1000) + SECONDS)}`;
  },
  read(text) {
    const [who = '', token = ''] = text.split('~');
    const [, id = '', recipient = ''] =
      /^(\d{1,10}) (.+)$/s.exec(Buffer.from(who, 'base64url').toString()) ?? [];
    const subscription = { subjectId: Number(id), recipient };
    return recipient !== '' && signer.verify(purpose(subscription), token) ? subscription : undefined;
  },
});

export interface UnsubscribeRouterDeps {
  /** Where the pages are, without the link: `/unsubscribe`. */
  readonly path: string;
  readonly links: Pick<UnsubscribeLinks, 'read'>;
  readonly unsubscribe: (subjectId: number, recipient: string) => Promise<void>;
  /** Names the messages of a record: `e-mail digests about shop.example`. */
  readonly messagesOf: (subjectId: number) => Promise<string>;
  /** Puts a body into a page that looks like the service's others. */
  readonly page: (title: string, body: Html) => Page;
}

/**
 * `{path}/{link}`. Opening the link only asks, because mail scanners open links. The form's POST, and
 * a mail program's (RFC 8058), unsubscribes.
 */
export const createUnsubscribeRouter = (deps: UnsubscribeRouterDeps): RequestHandler => {
  const { path, links, unsubscribe, messagesOf, page } = deps;

  const send = (request: Request, response: Response, status: number, title: string, body: Html) => {
    const { markup, headers } = page(title, body);
    const secret = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };
    return sendPage(request, response, status, { markup, headers: { ...headers, ...secret } });
  };
  const refuse = (request: Request, response: Response) =>
    send(
      request,
      response,
      404,
      'Not found',
      html`<h1>This link doesn’t work</h1>
        <p>It is incomplete or too old. A newer e-mail has a newer link.</p>`,
    );

  const router = Router({ caseSensitive: true });
  router
    .route(`${path}/:link`)
    .get(async (request, response) => {
      const { link } = request.params;
      const subscription = links.read(link);
      if (subscription === undefined) return refuse(request, response);
      const ask = html`<h1>Unsubscribe</h1>
        <p>Do you want no more ${await messagesOf(subscription.subjectId)}?</p>
        <form method="post" action="${path}/${link}"><button type="submit">Unsubscribe</button></form>`;
      return send(request, response, 200, 'Unsubscribe', ask);
    })
    .post(async (request, response) => {
      const subscription = links.read(request.params.link);
      if (subscription === undefined) return refuse(request, response);
      const { subjectId, recipient } = subscription;
      await unsubscribe(subjectId, recipient);
      const done = html`<h1>Unsubscribed</h1>
        <p>You will get no more ${await messagesOf(subjectId)}.</p>`;
      return send(request, response, 200, 'Unsubscribed', done);
    });
  return router;
};
