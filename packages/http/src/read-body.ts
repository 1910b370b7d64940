import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

import { badRequest, unsupportedMediaType } from '@platform/errors';
import bodyParser from 'body-parser';
import type { Request, RequestHandler, Response } from 'express';

import type { BodyType } from './dialect.ts';

export interface ReadBody {
  /** An empty object if there is no body, so that validation names the required fields. */
  value: unknown;
  type: BodyType;
}

const BAD_PERCENT = /%(?![0-9A-Fa-f]{2})/;

const refuseBadUtf8 = (_request: IncomingMessage, _response: unknown, bytes: Buffer): void => {
  if (!isUtf8(bytes)) throw badRequest('The body is not valid UTF-8.');
};

const refuseBadEncoding = (_request: IncomingMessage, _response: unknown, bytes: Buffer): void => {
  const text = bytes.toString('latin1');
  if (BAD_PERCENT.test(text)) throw badRequest('The body is not valid percent-encoded text.');
  try {
    decodeURIComponent(text);
  } catch {
    throw badRequest('The body is not valid percent-encoded UTF-8.');
  }
};

const run = (parser: RequestHandler, request: Request, response: Response): Promise<void> =>
  new Promise((resolve, reject) => {
    void parser(request, response, (error?: unknown) => {
      if (error === undefined) resolve();
      else reject(Error.isError(error) ? error : new Error('The body could not be read.', { cause: error }));
    });
  });

const hasBody = (request: Request): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * Makes a reader of request bodies that decodes strictly.
 * @param types media types that are accepted
 * @param limit the largest body, in body-parser's notation
 */
export const createBodyReader = (types: readonly BodyType[], limit: string) => {
  const parsers: Record<BodyType, RequestHandler> = {
    'application/json': bodyParser.json({ limit, type: () => true, verify: refuseBadUtf8 }),
    'application/x-www-form-urlencoded': bodyParser.urlencoded({
      extended: false,
      limit,
      type: () => true,
      verify: refuseBadEncoding,
    }),
  };
  const fallback = types[0] ?? 'application/json';

  return async (request: Request, response: Response): Promise<ReadBody> => {
    const given = (request.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    const type = types.find((candidate) => candidate === given);
    if (!hasBody(request) && (type !== undefined || given === ''))
      return { value: {}, type: type ?? fallback };
    if (type === undefined) throw unsupportedMediaType(`The Content-Type must be ${types.join(' or ')}.`);
    await run(parsers[type], request, response);
    return { value: (request.body as unknown) ?? {}, type };
  };
};
