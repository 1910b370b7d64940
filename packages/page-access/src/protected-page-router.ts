import { notFound } from '@platform/errors';
import { messageIn } from '@platform/errors';
import type { AppError, ErrorKind, Language } from '@platform/errors';
import { authenticate, languageOf, requestIdOf, toAppError } from '@platform/http';
import type { IdentityVerifier, Scope } from '@platform/identity';
import type { Logger } from '@platform/runtime';
import { Router, urlencoded } from 'express';
import type { ErrorRequestHandler, Request, Response } from 'express';

import { PRIVACY } from './page-access.ts';
import type { AccessDecision, PageAccess, ProtectedPage } from './page-access.ts';
import { sendPage } from './send-page.ts';
import type { Page } from './send-page.ts';

/** Page that a request found, and whether its sender may see it. `denied` is thrown as 404 instead. */
export interface OpenedPage<Subject> {
  readonly subject: Subject;
  readonly decision: AccessDecision;
}

export interface ProtectedPageOptions<Subject> {
  /** Path of the page: `/r/:key`. The parameter `key` finds what it shows. */
  readonly path: string;
  /** Pattern of keys; any other text is not looked up. */
  readonly keyPattern: RegExp;
  readonly find: (key: string) => Promise<Subject | undefined>;
  readonly pageOf: (subject: Subject) => ProtectedPage;
  readonly organisationOf: (subject: Subject) => string;
  /** A key of the organisation with this scope opens the page, whatever its privacy. */
  readonly ownerScope: Scope;
  /** Where the browser goes after the password; the page's own path by default. */
  readonly addressOf?: (request: Request, subject: Subject) => string | Promise<string>;
  readonly show: (subject: Subject, request: Request) => Promise<Page>;
  /** The password form; it posts to `action`. `message` says why it asks again. */
  readonly askPassword: (
    subject: Subject,
    action: string,
    message: string | undefined,
    language: Language,
  ) => Page | Promise<Page>;
  /**
   * The error page, with what a person may do about it where that is known. Without it, errors go to
   * the service's error handler.
   */
  readonly tell?: (fault: 'missing' | 'failed', language: Language, advice?: string) => Page | Promise<Page>;
  /** Adds paths that share the page's rules and error pages. */
  readonly routes?: (router: Router, open: (request: Request) => Promise<OpenedPage<Subject>>) => void;
}

export interface ProtectedPageDeps {
  readonly access: Pick<PageAccess, 'decide' | 'unlock'>;
  readonly identity: IdentityVerifier;
  readonly logger: Logger;
}

const TEXTS = {
  en: {
    wrongPassword: 'That is not the password.',
    tooMany: 'Too many attempts. Please wait a few minutes.',
  },
  de: {
    wrongPassword: 'Das ist nicht das Passwort.',
    tooMany: 'Zu viele Versuche. Bitte warten Sie einige Minuten.',
  },
} as const;

/** The language of a page: what its address names (`?lang=de`), else the browser's. */
export const pageLanguage = (request: Request): Language => {
  const { lang } = request.query;
  return lang === 'de' || lang === 'en' ? lang : languageOf(request);
};

const LONGEST_FORM = '8kb';
const STATUS: Partial<Record<ErrorKind, number>> = {
  not_found: 404,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};

const typedPassword = (request: Request): string => {
  const { password } = (request.body ?? {}) as { password?: unknown };
  return typeof password === 'string' ? password : '';
};

const linkOf = ({ query: { access } }: Request): string | undefined =>
  typeof access === 'string' ? access : undefined;

/**
 * Serves a page whose owner can close it: public, by signed link or key only, or by password. A
 * page that the sender may not see answers like one that doesn't exist.
 *
 * @example
 * createProtectedPageRouter(deps, {
 *   path: '/r/:key',
 *   keyPattern: /^[\w-]{16}$/,
 *   find: (key) => reports.findByPageKey(key),
 *   …
 * });
 */
export const createProtectedPageRouter = <Subject>(
  { access, identity, logger }: ProtectedPageDeps,
  options: ProtectedPageOptions<Subject>,
): Router => {
  const { path, pageOf, askPassword, tell } = options;
  const prefix = path.slice(0, path.indexOf(':'));
  const router = Router({ caseSensitive: true });

  const isOwner = async (request: Request, subject: Subject): Promise<boolean> => {
    const caller = await authenticate(request, identity, options.ownerScope).catch((error: unknown) => {
      if (toAppError(error).kind === 'unavailable') throw error;
      return undefined;
    });
    return caller?.organisation === options.organisationOf(subject);
  };

  const open = async (request: Request): Promise<OpenedPage<Subject>> => {
    const { key } = request.params;
    const isKey = typeof key === 'string' && options.keyPattern.test(key);
    const subject = isKey ? await options.find(key) : undefined;
    if (subject === undefined) throw notFound('page');
    const page = pageOf(subject);
    const decision = await access.decide(page, {
      cookieHeader: request.get('cookie'),
      link: linkOf(request),
      isOwner: page.privacy !== PRIVACY.open && (await isOwner(request, subject)),
    });
    if (decision === 'denied') throw notFound('page');
    return { subject, decision };
  };

  const actionOf = async (request: Request, subject: Subject): Promise<string> =>
    (await options.addressOf?.(request, subject)) ?? pageOf(subject).path;

  /** The cookie that the typed password earns, or what to tell whoever typed it. */
  const unlock = async (
    request: Request,
    subject: Subject,
  ): Promise<{ cookie: string } | { status: number; message: string; retryAfter?: number }> => {
    const texts = TEXTS[pageLanguage(request)];
    try {
      const cookie = await access.unlock(pageOf(subject), typedPassword(request), request.ip ?? '');
      return cookie === null ? { status: 401, message: texts.wrongPassword } : { cookie };
    } catch (error) {
      const { kind, retryAfterSeconds = 60 } = toAppError(error);
      if (kind !== 'rate_limited') throw error;
      return { status: 429, message: texts.tooMany, retryAfter: retryAfterSeconds };
    }
  };

  const sendFault: ErrorRequestHandler = (error: unknown, request, response, next) => {
    if (tell === undefined || !request.path.startsWith(prefix) || response.headersSent) {
      next(error);
      return;
    }
    const fault: AppError = toAppError(error);
    if (fault.kind === 'internal')
      logger.error({ err: fault.cause ?? fault, request_id: requestIdOf(response) }, fault.message);
    if (fault.retryAfterSeconds !== undefined)
      response.setHeader('Retry-After', String(fault.retryAfterSeconds));
    const language = pageLanguage(request);
    const page =
      fault.kind === 'not_found'
        ? tell('missing', language)
        : tell(
            'failed',
            language,
            fault.kind === 'unavailable' ? messageIn(language, fault.message) : undefined,
          );
    Promise.resolve(page)
      .then((told) => sendPage(request, response, STATUS[fault.kind] ?? 400, told))
      .catch(next);
  };

  const get = async (request: Request, response: Response): Promise<void> => {
    const { subject, decision } = await open(request);
    const page =
      decision === 'granted'
        ? await options.show(subject, request)
        : await askPassword(subject, await actionOf(request, subject), undefined, pageLanguage(request));
    await sendPage(request, response, 200, page);
  };

  const post = async (request: Request, response: Response): Promise<void> => {
    const { subject, decision } = await open(request);
    const action = await actionOf(request, subject);
    if (decision === 'password') {
      const outcome = await unlock(request, subject);
      if (!('cookie' in outcome)) {
        if (outcome.retryAfter !== undefined) response.setHeader('Retry-After', String(outcome.retryAfter));
        const page = await askPassword(subject, action, outcome.message, pageLanguage(request));
        await sendPage(request, response, outcome.status, page);
        return;
      }
      response.setHeader('Set-Cookie', outcome.cookie);
    }
    response.setHeader('Cache-Control', 'private, no-store');
    // See Other: the browser loads the page with GET, and going back asks for no form again.
    response.redirect(303, action);
  };

  options.routes?.(router, open);
  router.get(path, get);
  router.post(path, urlencoded({ extended: false, limit: LONGEST_FORM }), post);
  router.use(sendFault);
  return router;
};
