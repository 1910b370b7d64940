import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface RecordedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface ScriptedAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  /** Cuts the connection instead of answering. */
  cut?: boolean;
  /** Never answers. */
  hang?: boolean;
  /** Milliseconds before it answers. */
  delay?: number;
  /** Sends half of the body, and then nothing more or an end of the connection. */
  half?: 'stalled' | 'cut';
}

export interface ScriptedServer {
  url: string;
  requests: RecordedRequest[];
  close(): Promise<void>;
}

const read = async (request: IncomingMessage): Promise<string> => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
};

/**
 * A server whose answers a test writes: for faults that the real platform can't be made to show on
 * demand.
 */
export const startScriptedServer = async (
  answer: (request: RecordedRequest, index: number) => ScriptedAnswer,
): Promise<ScriptedServer> => {
  const requests: RecordedRequest[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '', url = '', headers } = incoming;
    const request: RecordedRequest = { method, url, headers, body: await read(incoming) };
    requests.push(request);
    const {
      status = 200,
      headers: own,
      body,
      cut,
      hang,
      half,
      delay = 0,
    } = answer(request, requests.length - 1);
    if (hang) return;
    await pause(delay);
    if (cut) {
      response.destroy();
      return;
    }
    response.writeHead(status, { 'Content-Type': 'application/json', ...own });
    const text = typeof body === 'string' ? body : JSON.stringify(body ?? {});
    if (half === undefined) response.end(text);
    else
      response.write(text.slice(0, Math.ceil(text.length / 2)), () => {
        if (half === 'cut') response.destroy();
      });
  };
  const server = createServer((incoming, response) => void handle(incoming, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => {
          resolve();
        });
      }),
  };
};
