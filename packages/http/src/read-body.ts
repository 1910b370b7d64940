import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';

import { badRequest, unsupportedMediaType } from '@platform/errors';
import bodyParser from 'body-parser';
import type { Request, RequestHandler, Response } from 'express';
import type { ObjectSchema } from 'joi';

import type { BodyType } from './dialect.ts';
import { readInput } from './validate.ts';
import type { Input } from './validate.ts';

export interface ReadBody {
  /** An empty object if there is no body, so that validation names the required fields. */
  value: unknown;
  type: BodyType;
}

const BAD_UTF8 = 'The body is not valid UTF-8.';
const BAD_PERCENT = /%(?![0-9A-Fa-f]{2})/;

const refuseBadUtf8 = (_request: IncomingMessage, _response: unknown, bytes: Buffer): void => {
  if (!isUtf8(bytes)) throw badRequest(BAD_UTF8);
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

const NO_BYTES = Buffer.alloc(0);

/**
 * Reads a JSON body by a schema, as an endpoint does with smaller ones: for threads that read large ones.
 * @throws AppError `bad_request` if it isn't JSON, `invalid` with every refused field
 */
export const readJsonInput = <Value>(
  schema: ObjectSchema<Value>,
  bytes: Uint8Array,
  strict: boolean,
): Input<Value> => {
  if (!isUtf8(bytes)) throw badRequest(BAD_UTF8);
  // Without the byte order mark.
  const text = new TextDecoder().decode(bytes);
  let sent: unknown = {};
  try {
    if (text !== '') sent = JSON.parse(text);
  } catch {
    sent = null;
  }
  if (typeof sent !== 'object' || sent === null) throw badRequest('The body is not valid JSON.');
  return readInput(schema, sent, { convert: false, strict, source: 'body' });
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
 * @param asBytes leaves the body in bytes, for `readJsonInput`
 */
export const createBodyReader = (types: readonly BodyType[], limit: string, asBytes = false) => {
  const bytesParser = bodyParser.raw({ limit, type: () => true });
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
      return { value: asBytes ? NO_BYTES : {}, type: type ?? fallback };
    if (type === undefined) throw unsupportedMediaType(`The Content-Type must be ${types.join(' or ')}.`);
    await run(asBytes ? bytesParser : parsers[type], request, response);
    return { value: (request.body as unknown) ?? {}, type };
  };
};
