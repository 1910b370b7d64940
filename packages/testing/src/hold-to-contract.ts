import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

import { noteViolation } from './contract-violations.ts';
import { createContract } from './contract.ts';
import type { Contract } from './contract.ts';

/** Reads the app's own `/openapi.json`. */
const readDocument = async (app: RequestListener): Promise<string> => {
  const server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    const [answer] = (await once(
      get({ port, host: '127.0.0.1', path: '/openapi.json', agent: false }),
      'response',
    )) as [IncomingMessage];
    return await text(answer);
  } finally {
    server.close();
  }
};

/** By the text of their document: to compile one takes longer than most suites' tests. */
const contracts = new Map<string, Contract>();

const contractOf = (document: string): Contract => {
  const known = contracts.get(document) ?? createContract(JSON.parse(document) as object);
  contracts.set(document, known);
  return known;
};

const isJson = (type: string): boolean => /[/+]json\b/.test(type);

/** Collects what is written to a response, and hands it over before the last of it is sent. */
const beforeEnd = (response: ServerResponse, check: (body: Buffer) => void): void => {
  const parts: Buffer[] = [];
  const keep = (chunk: unknown): void => {
    // Long files are streamed, and the document doesn't say what is in them.
    if (!isJson(String(response.getHeader('content-type') ?? ''))) return;
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) parts.push(Buffer.from(chunk as string));
  };
  const write = response.write.bind(response) as (...given: unknown[]) => boolean;
  const end = response.end.bind(response) as (...given: unknown[]) => ServerResponse;
  response.write = (...given: unknown[]) => {
    keep(given[0]);
    return write(...given);
  };
  response.end = (...given: unknown[]) => {
    keep(given[0]);
    check(Buffer.concat(parts));
    return end(...given);
  };
};

const decoded = (body: Buffer, encoding: unknown): Buffer => {
  if (encoding === 'br') return brotliDecompressSync(body);
  return encoding === 'gzip' ? gunzipSync(body) : body;
};

const parsed = (body: Buffer, type: string): unknown =>
  isJson(type) && body.length > 0 ? (JSON.parse(body.toString()) as unknown) : body;

const checkAnswer = (
  contract: Contract,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
): void => {
  const { statusCode: status } = response;
  const target = url.startsWith('/') ? url : '/';
  // Wrong methods are 405 on every path; pages and assets are described elsewhere.
  if (method === 'HEAD' || method === 'OPTIONS' || status === 405 || !contract.describes(target)) return;
  const type = String(response.getHeader('content-type') ?? '');
  try {
    const whole = decoded(body, response.getHeader('content-encoding'));
    contract.check(method, target, { status, body: parsed(whole, type), type });
  } catch (error) {
    noteViolation(`${method} ${url}: ${(error as Error).message}`);
  }
};

/**
 * An app whose every answer, to whichever client, must be one that the OpenAPI document describes:
 * an undeclared status, media type or field fails the test that runs.
 * @param document the document; the app's own `/openapi.json` unless given
 */
export const holdToContract = (app: RequestListener, document?: object): RequestListener => {
  let contract: Contract | undefined;
  let reading: Promise<void> | undefined;
  const read = async (): Promise<void> => {
    contract = contractOf(document === undefined ? await readDocument(app) : JSON.stringify(document));
  };
  const serve: RequestListener = (request, response) => {
    const known = contract;
    if (known !== undefined)
      beforeEnd(response, (body) => {
        checkAnswer(known, request, response, body);
      });
    app(request, response);
  };
  return (request, response) => {
    if (contract !== undefined) {
      serve(request, response);
      return;
    }
    reading ??= read().catch((error: unknown) => {
      noteViolation(`The document can't be read: ${String(error)}`);
    });
    void reading.then(() => {
      serve(request, response);
    });
  };
};
