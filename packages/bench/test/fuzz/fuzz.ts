import { Agent, request as httpRequest } from 'node:http';

import type { Contract } from '@platform/testing';
import { createRandom } from '@platform/demo/traffic';

import { hostileRequests } from './hostile-requests.ts';
import type { FuzzRequest } from './hostile-requests.ts';
import { readOperations } from './operations.ts';
import type { FuzzedDocument } from './operations.ts';
import { createRecords } from './records.ts';

export interface FuzzOptions {
  url: string;
  key: string;
  document: FuzzedDocument;
  contract: Contract;
  requests: number;
  /** The same seed gives the same requests, but for the ids of records. */
  seed: number;
  /** Values of fields by their name, in every body that has them. */
  fields: Parameters<typeof createRecords>[0];
}

export interface FuzzResult {
  sent: number;
  /** Answers by operation and status, as `themes.list 200`. */
  answers: ReadonlyMap<string, number>;
  /** Operations of the document that were never asked. */
  missed: string[];
  /** 5xx, answers that the document doesn't describe, and none at all. */
  faults: string[];
}

interface Answer {
  status: number;
  type: string;
  text: string;
}

const PARALLEL = 6;

const send = (
  agent: Agent,
  base: string,
  key: string,
  { operation, url, headers, body }: FuzzRequest,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const outgoing = httpRequest(
      base,
      {
        agent,
        method: operation.method,
        path: url,
        headers: { ...headers, ...length, Authorization: `Bearer ${key}` },
      },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'] ?? '', text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/**
 * Sends hostile requests to every operation of a platform, and says what was wrong with the
 * answers.
 */
export const fuzz = async (options: FuzzOptions): Promise<FuzzResult> => {
  const operations = readOperations(options.document);
  const random = createRandom(options.seed);
  const records = createRecords(options.fields);
  const source = hostileRequests(operations, records, random);
  const agent = new Agent({ keepAlive: true, maxSockets: PARALLEL });
  const answers = new Map<string, number>();
  const asked = new Set<string>();
  const faults: string[] = [];
  let sent = 0;

  const judge = (request: FuzzRequest, { status, type, text }: Answer): void => {
    const { operation, url } = request;
    const name = `${operation.id} ${status}`;
    answers.set(name, (answers.get(name) ?? 0) + 1);
    if (status >= 500) throw new Error(`${status} ${text.slice(0, 300)}`);
    const body: unknown = /\bjson\b/.test(type) ? JSON.parse(text) : text;
    const path = url.split('?')[0] ?? '';
    options.contract.check(operation.method, path, { status, body, type });
    records.learn(operation, status, body);
  };

  const attack = async (): Promise<void> => {
    while (sent < options.requests) {
      sent += 1;
      const request = source.next().value as FuzzRequest;
      asked.add(request.operation.id);
      try {
        judge(request, await send(agent, options.url, options.key, request));
      } catch (error) {
        const { operation, url, about } = request;
        faults.push(`${operation.method} ${url.slice(0, 200)} (${about}): ${messageOf(error).slice(0, 600)}`);
      }
    }
  };

  await Promise.all(Array.from({ length: PARALLEL }, attack));
  agent.destroy();
  const missed = operations.map(({ id }) => id).filter((id) => !asked.has(id));
  return { sent, answers, missed, faults };
};
