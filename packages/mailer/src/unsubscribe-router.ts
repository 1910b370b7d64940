import { html, languageOf, sendPage } from '@platform/page-access';
import type { Html, Language, LinkSigner, Page } from '@platform/page-access';
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

const purpose = (kind: string, { subjectId, recipient }: Subscription): readonly string[] => [
  kind,
  String(subjectId),
  recipient,
];

/**
 * Makes and reads the links by which somebody without any account unsubscribes.
 * @param kind keeps apart the links of a service that sends messages about several kinds of records
 */
export const createUnsubscribeLinks = (
  signer: LinkSigner,
  now: () => number,
  kind = 'unsubscribe',
): UnsubscribeLinks => ({
  create(subscription) {
    const who = Buffer.from(`${subscription.subjectId} ${subscription.recipient}`).toString('base64url');
    return `${who}~${signer.sign(purpose(kind, subscription), Math.floor(now() / 1000) + SECONDS)}`;
  },
  read(text) {
    const [who = '', token = ''] = text.split('~');
    const [, id = '', recipient = ''] =
      /^(\d{1,10}) (.+)$/s.exec(Buffer.from(who, 'base64url').toString()) ?? [];
    const subscription = { subjectId: Number(id), recipient };
    return recipient !== '' && signer.verify(purpose(kind, subscription), token) ? subscription : undefined;
  },
});

export interface UnsubscribeRouterDeps {
  /** Where the pages are, without the link: `/unsubscribe`. */
  readonly path: string;
  readonly links: Pick<UnsubscribeLinks, 'read'>;
  readonly unsubscribe: (subjectId: number, recipient: string) => Promise<void>;
  /** Names the messages of a record, in the plural: `e-mail digests about shop.example`. */
  readonly messagesOf: (subjectId: number, language: Language) => Promise<string>;
  /** Puts a body into a page that looks like the service's others. */
  readonly page: (title: string, body: Html, language: Language) => Page | Promise<Page>;
}

const TEXTS = {
  en: {
    missing: 'Not found',
    missingHeading: 'This link doesn’t work',
    missingText: 'It is incomplete or too old. A newer e-mail has a newer link.',
    ask: 'Unsubscribe',
    question: (messages: string) => `Do you want no more ${messages}?`,
    done: 'Unsubscribed',
    result: (messages: string) => `You will get no more ${messages}.`,
  },
  de: {
    missing: 'Nicht gefunden',
    missingHeading: 'Dieser Link gilt nicht',
    missingText: 'Er ist unvollständig oder zu alt. In einer neueren E-Mail steht ein neuerer Link.',
    ask: 'Abbestellen',
    question: (messages: string) => `Möchten Sie keine ${messages} mehr?`,
    done: 'Abbestellt',
    result: (messages: string) => `Sie bekommen keine ${messages} mehr.`,
  },
} as const;

/**
 * `{path}/{link}`. Opening the link only asks, because mail scanners open links. The form's POST, and
 * a mail program's (RFC 8058), unsubscribes.
 */
export const createUnsubscribeRouter = (deps: UnsubscribeRouterDeps): RequestHandler => {
  const { path, links, unsubscribe, messagesOf, page } = deps;

  const send = async (
    request: Request,
    response: Response,
    status: number,
    title: string,
    body: Html,
  ): Promise<void> => {
    const { markup, headers } = await page(title, body, languageOf(request));
    const secret = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex, nofollow' };
    await sendPage(request, response, status, { markup, headers: { ...headers, ...secret } });
  };
  const refuse = (request: Request, response: Response) => {
    const t = TEXTS[languageOf(request)];
    const body = html`<h1>${t.missingHeading}</h1>
      <p>${t.missingText}</p>`;
    return send(request, response, 404, t.missing, body);
  };

  const router = Router({ caseSensitive: true });
  router
    .route(`${path}/:link`)
    .get(async (request, response) => {
      const { link } = request.params;
      const subscription = links.read(link);
      if (subscription === undefined) return refuse(request, response);
      const language = languageOf(request);
      const t = TEXTS[language];
      const ask = html`<h1>${t.ask}</h1>
        <p>${t.question(await messagesOf(subscription.subjectId, language))}</p>
        <form method="post" action="${path}/${link}"><button type="submit">${t.ask}</button></form>`;
      return send(request, response, 200, t.ask, ask);
    })
    .post(async (request, response) => {
      const subscription = links.read(request.params.link);
      if (subscription === undefined) return refuse(request, response);
      const { subjectId, recipient } = subscription;
      await unsubscribe(subjectId, recipient);
      const language = languageOf(request);
      const t = TEXTS[language];
      const done = html`<h1>${t.done}</h1>
        <p>${t.result(await messagesOf(subjectId, language))}</p>`;
      return send(request, response, 200, t.done, done);
    });
  return router;
};
