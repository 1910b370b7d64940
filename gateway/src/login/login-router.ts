import { createHash } from 'node:crypto';
import { forbidden, notFound } from '@platform/errors';
import type { Logger } from '@platform/runtime';
import express, { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { clientAddress } from '../client-address/client-address.ts';
import type { Joinable, JoiningStore, Person } from '../members/joining-store.ts';
import { isFromOtherOrigin } from '../sessions/session-cookie.ts';
import type { GatewayCookie } from '../sessions/session-cookie.ts';
import { sessionOriginOf } from '../sessions/session.ts';
import type { SessionsService } from '../sessions/sessions-service.ts';
import type { IdentityProvider } from './identity-provider.ts';
import { LOGIN_SECONDS } from './login-attempt.ts';
import type { LoginAttempt, PendingChoice, Sealed } from './login-attempt.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
button { display: block; width: 100%; margin: 0.75rem 0; padding: 0.75rem 1rem; font: inherit; text-align: start; cursor: pointer; }
small { display: block; opacity: 0.75; }`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows the page its own style and its form, and nothing else. */
const CHOICE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const TEXTS = {
  en: {
    title: 'Choose an organisation',
    lead: (who: string) =>
      `You are signed in as ${who}. You join an organisation that invited you when you choose it; invitations from people that you don't know can be left alone.`,
    yourself: 'yourself',
    member: { owner: 'You are owner', editor: 'You are editor', viewer: 'You are viewer' },
    invited: {
      owner: 'You are invited as owner',
      editor: 'You are invited as editor',
      viewer: 'You are invited as viewer',
    },
  },
  de: {
    title: 'Organisation wählen',
    lead: (who: string) =>
      `Sie sind als ${who} angemeldet. Einer Organisation, die Sie eingeladen hat, treten Sie bei, indem Sie sie wählen; Einladungen von Unbekannten können Sie auf sich beruhen lassen.`,
    yourself: 'Sie selbst',
    member: {
      owner: 'Sie sind Inhaber',
      editor: 'Sie dürfen bearbeiten',
      viewer: 'Sie dürfen lesen',
    },
    invited: {
      owner: 'Sie sind als Inhaber eingeladen',
      editor: 'Sie sind zum Bearbeiten eingeladen',
      viewer: 'Sie sind zum Lesen eingeladen',
    },
  },
} as const;

type ChoiceLanguage = keyof typeof TEXTS;

const button = (
  { organisation, organisationName, role, isInvitation }: Joinable,
  language: ChoiceLanguage,
): string =>
  `<button name="organisation" value="${escaped(organisation)}"><bdi>${escaped(organisationName)}</bdi>` +
  `<small>${TEXTS[language][isInvitation ? 'invited' : 'member'][role]}</small></button>`;

/** Asks somebody who may sign in to several organisations for one. An invitation is joined by choosing it. */
const choicePage = (
  { email, name }: Person,
  found: readonly Joinable[],
  language: ChoiceLanguage,
): string => {
  const t = TEXTS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${t.title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${t.title}</h1>
<p>${t.lead(`<bdi>${escaped(email ?? name ?? t.yourself)}</bdi>`)}</p>
<form method="post" action="/console/login/choose">
${found.map((joinable) => button(joinable, language)).join('\n')}
</form>
</main>
</body>
</html>
`;
};

export interface LoginRouterDeps {
  /** Undefined if members can't sign in. */
  provider: IdentityProvider | undefined;
  attempts: Sealed<LoginAttempt>;
  choices: Sealed<PendingChoice>;
  members: JoiningStore;
  sessions: Pick<SessionsService, 'startForMember'>;
  loginCookie: GatewayCookie;
  sessionCookie: GatewayCookie;
  /** Other ways to sign in, for the console to offer. */
  methods: () => Promise<Readonly<Record<string, boolean>>>;
  logger: Logger;
}

/** Why somebody was not signed in, for the console to say. */
type Failure = 'expired' | 'refused' | 'failed' | 'not_a_member' | 'email_not_verified';

const queryOf = (url: string): string => (url.includes('?') ? url.slice(url.indexOf('?')) : '');

/** `/console/login`: members sign in at their identity provider and come back with a session. */
export const createLoginRouter = (deps: LoginRouterDeps): Router => {
  const { provider, attempts, choices, members, sessions, loginCookie, sessionCookie, methods, logger } =
    deps;

  const requireProvider = (): IdentityProvider => {
    if (!provider) throw notFound('path');
    return provider;
  };

  const begin: RequestHandler = async (request, response) => {
    const { address, attempt } = await requireProvider().begin();
    const { return: path, organisation } = request.query;
    const sealed = await attempts.seal({
      ...attempt,
      path: localPathOf(path),
      organisation: typeof organisation === 'string' ? organisation : null,
    });
    loginCookie.write(response, sealed, new Date(Date.now() + LOGIN_SECONDS * 1000));
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    response.redirect(303, address.href);
  };

  /** The person who comes back, or why nobody does. */
  const personOf = async (request: Request, attempt: LoginAttempt | undefined): Promise<Person | Failure> => {
    if (!attempt || request.query['state'] !== attempt.state) return 'expired';
    if (request.query['error'] !== undefined) return 'refused';
    const person = await requireProvider()
      .finish(queryOf(request.url), attempt)
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'the identity provider’s answer was refused');
      });
    return person ?? 'failed';
  };

  const refuse = (response: Response, failure: Failure): void => {
    response.redirect(303, `/console/?sign_in=${failure}`);
  };

  const enter = async (
    request: Request,
    response: Response,
    { person, path }: Pick<PendingChoice, 'person' | 'path'>,
    organisation: string,
  ): Promise<void> => {
    const member = await members.signIn(person, organisation, clientAddress(request));
    if (!member) {
      refuse(response, 'not_a_member');
      return;
    }
    const { secret, expiresAt } = await sessions.startForMember(member, sessionOriginOf(request));
    sessionCookie.write(response, secret, expiresAt);
    response.redirect(303, path);
  };

  const closed = (response: Response): Response =>
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });

  const finish: RequestHandler = async (request, response) => {
    requireProvider();
    closed(response);
    const sealed = loginCookie.read(request);
    const attempt = sealed === undefined ? undefined : await attempts.open(sealed);
    loginCookie.clear(response);
    const person = await personOf(request, attempt);
    if (typeof person === 'string') {
      refuse(response, person);
      return;
    }
    const found = await members.findJoinable(person);
    const choice = { person, path: attempt?.path ?? '/console/' };
    const wanted = found.find(({ organisation }) => organisation === attempt?.organisation);
    const [first, ...others] = wanted ? [wanted] : found;
    if (!first) refuse(response, person.email === undefined ? 'email_not_verified' : 'not_a_member');
    else if (others.length === 0) await enter(request, response, choice, first.organisation);
    else {
      // Anybody can invite anybody: whose members they are is for people to say.
      const until = new Date(Date.now() + LOGIN_SECONDS * 1000);
      const lastSignOut = await members.lastSignOut(person);
      loginCookie.write(response, await choices.seal({ ...choice, lastSignOut }), until);
      response.redirect(303, '/console/login/choose');
    }
  };

  const pendingOf = async (request: Request): Promise<PendingChoice | undefined> => {
    const sealed = loginCookie.read(request);
    const pending = sealed === undefined ? undefined : await choices.open(sealed);
    if (!pending) return undefined;
    return (await members.lastSignOut(pending.person)) === pending.lastSignOut ? pending : undefined;
  };

  const ask: RequestHandler = async (request, response) => {
    requireProvider();
    closed(response);
    const pending = await pendingOf(request);
    if (!pending) {
      refuse(response, 'expired');
      return;
    }
    const found = await members.findJoinable(pending.person);
    response
      .set({ 'Content-Security-Policy': CHOICE_POLICY, 'X-Content-Type-Options': 'nosniff' })
      // Without a referrer a browser names no origin with the form that it sends.
      .set('Referrer-Policy', 'same-origin')
      .vary('Accept-Language')
      .type('html')
      .send(choicePage(pending.person, found, request.acceptsLanguages('en', 'de') === 'de' ? 'de' : 'en'));
  };

  const choose: RequestHandler = async (request, response) => {
    requireProvider();
    if (isFromOtherOrigin(request))
      throw forbidden('The organisation is chosen on the page that asks for it.');
    closed(response);
    const pending = await pendingOf(request);
    loginCookie.clear(response);
    const { organisation } = (request.body ?? {}) as { organisation?: unknown };
    if (!pending) refuse(response, 'expired');
    else await enter(request, response, pending, typeof organisation === 'string' ? organisation : '');
  };

  const router = Router({ caseSensitive: true });
  router.get('/console/login', begin);
  router.get('/console/login/callback', finish);
  router
    .route('/console/login/choose')
    .get(ask)
    .post(express.urlencoded({ extended: false, limit: '1kb' }), choose);
  router.get('/console/login/methods', async (_request, response) => {
    const data = { key: true, oidc: provider !== undefined, ...(await methods()) };
    response.set('Cache-Control', 'no-store').json({ data });
  });
  return router;
};

const HOME = '/console/';

/**
 * The page after the sign-in: a path of the console, or its first page. Anything that a browser
 * could take for another host's address is dropped.
 */
export const localPathOf = (value: unknown): string => {
  if (typeof value !== 'string' || value.length > 2_000 || !value.startsWith(HOME)) return HOME;
  // Browsers drop tabs and newlines, and read a backslash as a slash.
  if (/[\\\p{Cc}\s]/u.test(value)) return HOME;
  const url = URL.parse(value, 'http://platform.invalid');
  if (url?.host !== 'platform.invalid' || !url.pathname.startsWith(HOME)) return HOME;
  return `${url.pathname}${url.search}${url.hash}`;
};
