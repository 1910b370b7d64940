import { LANGUAGES } from '@platform/errors';
import type { Language } from '@platform/errors';
import type { Request, Response } from 'express';

/**
 * The language that a client asks for (RFC 9110, 12.5.4): the first of ours that its
 * `Accept-Language` prefers, else English.
 */
export const languageOf = (request: Request): Language => {
  // Most programs say nothing, or `*`.
  if (request.headers['accept-language'] === undefined) return LANGUAGES[0];
  const [language] = [request.acceptsLanguages([...LANGUAGES])].flat();
  return LANGUAGES.find((known) => known === language) ?? LANGUAGES[0];
};

/**
 * Returns the client's language, and declares in the answer that it depends on it, so that caches don't
 * mix languages.
 */
export const negotiateLanguage = (request: Request, response: Response): Language => {
  const language = languageOf(request);
  response.vary('Accept-Language');
  response.setHeader('Content-Language', language);
  return language;
};
