import { randomUUID } from 'node:crypto';
import { request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { requestIdOf } from '@platform/http';
import type { Request, Response } from 'express';
import { clientAddress } from '../client-address/client-address.ts';
import type { RequestContext } from '../request-context/request-context.ts';

/** The platform's answer to a call. */
export interface OwnAnswer {
  readonly status: number;
  /** Parsed JSON, or the text of a file. */
  readonly body: unknown;
}

export interface OwnCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** Sends a request to this gateway on behalf of the client being answered. */
export type CallPlatform = (call: OwnCall) => Promise<OwnAnswer>;

export interface OwnCalls {
  /** Gives calls that this process sends to itself the address of the client they are made for. */
  restoreAddress: (context: RequestContext) => void;
  /** Calls in the name of the sender of a request, with its key. */
  callsFor(request: Request, response: Response): CallPlatform;
}

const CALL_HEADER = 'x-own-call';

/**
 * Calls of the gateway to itself. They pass the same doors as all requests: the key, its addresses
 * and scopes, the rate limits, quotas and the log.
 */
export const createOwnCalls = (): OwnCalls => {
  // Nobody else knows these names, so nobody can claim an address.
  const addresses = new Map<string, string>();

  return {
    restoreAddress(context) {
      const { request } = context;
      const name = request.headers[CALL_HEADER];
      if (name === undefined) return;
      Reflect.deleteProperty(request.headers, CALL_HEADER);
      const address = typeof name === 'string' ? addresses.get(name) : undefined;
      if (address === undefined) return;
      context.address = address;
      Object.defineProperty(request, 'ip', { value: address });
    },

    callsFor: (request, response) => async (call) => {
      // The address on which this very connection came in leads to this process.
      const { localAddress, localPort } = request.socket as unknown as {
        localAddress: AddressInfo['address'];
        localPort: number;
      };
      const name = randomUUID();
      addresses.set(name, clientAddress(request));
      const answered = Promise.withResolvers<OwnAnswer>();
      const outgoing = send(
        {
          host: localAddress,
          port: localPort,
          method: call.method,
          path: call.path,
          headers: {
            Host: request.headers.host ?? '',
            Authorization: request.headers.authorization ?? '',
            Accept: 'application/json, */*;q=0.5',
            'Accept-Encoding': 'identity',
            'Content-Type': 'application/json',
            'X-Request-Id': requestIdOf(response),
            Prefer: 'handling=strict',
            [CALL_HEADER]: name,
          },
        },
        (answer) => {
          const chunks: Buffer[] = [];
          answer.on('data', (chunk: Buffer) => chunks.push(chunk));
          answer.on('error', answered.reject);
          answer.on('end', () => {
            const text = Buffer.concat(chunks).toString('utf8');
            const isJson = /^application\/json\b/.test(answer.headers['content-type'] ?? '');
            answered.resolve({ status: answer.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
          });
        },
      );
      outgoing.on('error', answered.reject);
      const abort = (): void => {
        outgoing.destroy();
      };
      response.once('close', abort);
      outgoing.end(call.body === undefined ? undefined : JSON.stringify(call.body));
      try {
        return await answered.promise;
      } finally {
        response.off('close', abort);
        addresses.delete(name);
      }
    },
  };
};
