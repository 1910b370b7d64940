import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import type { ExportsStack } from './exports-stack.ts';

interface Answer {
  status: number;
  body: { data: { id: string; status: string } };
}

/** A plain client with kept connections: fetch costs more than what is measured here. */
export const createExportsClient = ({ url, authorization }: ExportsStack) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 512 });
  return async (method: string, path: string, body?: object): Promise<Answer> => {
    const headers = { authorization: await authorization(), 'content-type': 'application/json' };
    return new Promise((resolve, reject) => {
      const call = request(url + path, { method, agent, headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(Buffer.concat(chunks).toString()) as Answer['body'],
          });
        });
      });
      call.once('error', reject);
      call.end(body ? JSON.stringify(body) : undefined);
    });
  };
};

export type ExportsClient = ReturnType<typeof createExportsClient>;

const RETRY_MILLISECONDS = 1_000;

/** Asks again while the service is too busy, as clients do; any other refusal ends the benchmark. */
const insist = async (client: ExportsClient, ...call: Parameters<ExportsClient>): Promise<Answer['body']> => {
  for (;;) {
    const { status, body } = await client(...call);
    if (status < 300) return body;
    if (status !== 503)
      throw new Error(`${call[0]} ${call[1]} was answered ${status}: ${JSON.stringify(body)}`);
    await pause(RETRY_MILLISECONDS);
  }
};

let serial = 0;

/** One export that is not like any before, from acceptance to completion. */
const exportOnce = async (
  client: ExportsClient,
  palette: string,
  formats: readonly string[],
): Promise<void> => {
  serial += 1;
  const body = { palette_id: palette, format: formats[serial % formats.length], prefix: `n${serial}` };
  let answer = await insist(client, 'POST', '/v1/tokens/export', body);
  while (answer.data.status !== 'completed') {
    if (answer.data.status === 'failed') throw new Error('An export failed.');
    answer = await insist(client, 'GET', `/v1/tokens/${answer.data.id}/status?wait=10`);
  }
};

/**
 * Makes exports, a number of them at a time, in these formats in turn.
 * @returns how long each took, in milliseconds
 */
export const exportMany = async (
  client: ExportsClient,
  palette: string,
  formats: readonly string[],
  inFlight: number,
  exports: number,
): Promise<number[]> => {
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: inFlight }, async () => {
      while (next++ < exports) {
        const began = performance.now();
        await exportOnce(client, palette, formats);
        times.push(performance.now() - began);
      }
    }),
  );
  return times;
};
