import { createHash } from 'node:crypto';

import { unavailable } from '@platform/errors';
import { comesLater, provideLater } from '@platform/runtime';
import type { LaterPart, Logger } from '@platform/runtime';
import type { RequestHandler } from 'express';

const RETRY_SECONDS = 2;

/** Keeps what is behind the # of a sign-in link or an invitation: to the same address, a refresh only jumps there. */
const RELOAD = `setTimeout(()=>location.reload(),${RETRY_SECONDS * 1000})`;

/** A page that reloads itself. It needs no file, as there is none yet. */
const page = (title: string, text: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<noscript><meta http-equiv="refresh" content="${RETRY_SECONDS}"></noscript><script>${RELOAD}</script>
<meta name="viewport" content="width=device-width"><title>${title}</title>
<body style="font:16px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem;color-scheme:light dark">
<h1>${title}</h1><p>${text}</p>`;

const BUILDING = page(
  'The console is being built',
  'This happens once, and takes about half a minute. This page reloads itself. / Die Konsole wird gerade einmalig gebaut; diese Seite lädt sich selbst neu.',
);
const FAILED = page(
  'The console could not be built',
  'The log of <code>npm start</code> says why. It is tried again each time that this page reloads itself. / Die Konsole konnte nicht gebaut werden; das Log nennt den Grund.',
);

const POLICY = `default-src 'none'; script-src 'sha256-${createHash('sha256').update(RELOAD).digest('base64')}'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'`;

interface LateRoutes {
  readonly part: LaterPart;
  /** The paths that are its own. */
  readonly paths: RegExp;
  /** Makes the routes, once their files are there. */
  readonly create: () => RequestHandler;
  /** True to let requests wait, as programs do; people get a page that reloads itself until then. */
  readonly waits: boolean;
  readonly logger: Logger;
}

/** Routes to files that `npm start` builds when they are first asked for, where they aren't there. */
export const createLateRoutes = ({ part, paths, create, waits, logger }: LateRoutes): RequestHandler => {
  let hasFailed = false;
  let built = comesLater(part) ? undefined : create();
  let building: Promise<void> | undefined;
  const build = async (): Promise<void> => {
    try {
      await provideLater(part);
      built = create();
    } catch (error) {
      hasFailed = true;
      logger.warn({ err: error, part }, 'a part could not be built');
    } finally {
      building = undefined;
    }
  };
  return async (request, response, next) => {
    if (!built && paths.test(request.path)) {
      building ??= build();
      if (waits) await building;
    }
    if (built) {
      await built(request, response, next);
      return;
    }
    if (!paths.test(request.path)) {
      next();
      return;
    }
    if (waits) throw unavailable('It could not be built. The log of the platform says why.');
    // Not an error while it is being built: nobody has to be woken.
    response
      .status(hasFailed ? 503 : 202)
      .set('Retry-After', String(RETRY_SECONDS))
      .set('Cache-Control', 'no-store')
      .set('Content-Security-Policy', POLICY)
      .set('X-Content-Type-Options', 'nosniff')
      .type('html')
      .send(hasFailed ? FAILED : BUILDING);
  };
};
