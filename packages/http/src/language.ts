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

/** The client's language, as the answer then says, so that no cache gives it to others. */
export const negotiateLanguage = (request: Request, response: Response): Language => {
  const language = languageOf(request);
  response.vary('Accept-Language');
  response.setHeader('Content-Language', language);
  return language;
};
