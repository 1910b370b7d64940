import { createHash } from 'node:crypto';

import { toAppError } from '@platform/http';
import type { ErrorRequestHandler, Request } from 'express';

import { contextOf } from '../request-context/request-context.ts';

const TEXTS = {
  en: {
    title: 'There is no such page',
    text: 'The address may be mistyped, or what was here has moved.',
    console: 'Open the console',
    reference: 'API reference',
  },
  de: {
    title: 'Diese Seite gibt es nicht',
    text: 'Vielleicht ist die Adresse vertippt, oder was hier war, ist umgezogen.',
    console: 'Zur Konsole',
    reference: 'API-Referenz',
  },
} as const;

const STYLE =
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:32rem;margin:20vh auto;padding:0 1rem}a{color:LinkText}';
const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Paths for programs, which get JSON whatever they accept. */
const IS_API = /^\/(?:api|v1)(?:\/|$)/;

/** True for a person who opened an address, rather than a program that reads JSON. */
const isForPeople = (request: Request): boolean =>
  ['GET', 'HEAD'].includes(request.method) &&
  !IS_API.test(request.path) &&
  request.accepts(['json', 'html']) === 'html';

const pageIn = (language: keyof typeof TEXTS, hasConsole: boolean): string => {
  const t = TEXTS[language];
  const consoleLink = hasConsole ? `<a href="/console/">${t.console}</a> · ` : '';
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${t.title}</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${t.title}</h1>
<p>${t.text}</p>
<p>${consoleLink}<a href="/docs">${t.reference}</a></p>
</main>
</body>
</html>
`;
};

/** Answers unknown paths: people with a page that leads on; programs get the JSON error behind it. */
export const createUnknownPage =
  (hasConsole: boolean): ErrorRequestHandler =>
  (thrown: unknown, request, response, next) => {
    const { kind } = toAppError(thrown);
    if (kind !== 'not_found' || response.headersSent || !isForPeople(request)) {
      next(thrown);
      return;
    }
    contextOf(response).failure = kind;
    const language = request.acceptsLanguages(['en', 'de']) === 'de' ? 'de' : 'en';
    response
      .status(404)
      .set('Content-Security-Policy', POLICY)
      .set('X-Content-Type-Options', 'nosniff')
      .set('Cache-Control', 'no-cache')
      .vary('Accept, Accept-Language')
      .type('html')
      .send(pageIn(language, hasConsole));
  };
