import { Agent, ServerResponse } from 'node:http';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { Agent as TlsAgent } from 'node:https';

import { unavailable } from '@platform/errors';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Plugin } from 'http-proxy-middleware';

import { answerHeaders } from './headers.ts';
import { decideEncoding } from './compression.ts';
import { watchSize } from './request-body.ts';
import { createCircuit } from './target-pool.ts';
import type { CircuitState, Instance } from './target-pool.ts';
import type { Forwarding, Way } from './forwarding.ts';
import { createHitBatches } from './hit-batches.ts';
import type { HitBatches } from './hit-batches.ts';
import { createPooledWay } from './pooled-transport.ts';

const MAX_CONNECTIONS = 2_048;
const CONNECT_MILLISECONDS = 1_500;

const ignore = (): void => undefined;

/**
 * Idle connections are closed one second before the service would close them (it announces
 * `Keep-Alive: timeout=70`). The agent sets no timeout because that would add listeners to every
 * request; stalled connections are closed by the server's own timeout, see main.ts.
 */
const createAgent = (url: string): Agent => {
  const options = { keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: 256 };
  return url.startsWith('https:') ? new TlsAgent(options) : new Agent(options);
};

const toObject = (pairs: readonly (string | string[])[]): Record<string, string | string[]> => {
  const headers: Record<string, string | string[]> = {};
  for (let at = 0; at < pairs.length; at += 2) headers[String(pairs[at])] = pairs[at + 1] ?? '';
  return headers;
};

/**
 * Called when a request to the service has a socket, which may still be connecting; the body
 * follows.
 */
const follow = (forwarding: Forwarding, outgoing: ClientRequest): void => {
  const { context, journey, bodyLimit } = forwarding;
  forwarding.attempt = {
    destroy: () => void outgoing.destroy(),
    get awaitsBody() {
      return !outgoing.writableNeedDrain;
    },
    get usedOldConnection() {
      return outgoing.reusedSocket;
    },
  };
  if (forwarding.state === 'failed') {
    outgoing.destroy();
    return;
  }
  const { socket } = outgoing;
  if (socket?.connecting) {
    // The proxy reports a slow service and a broken connection with the same error.
    const connecting = setTimeout(() => {
      forwarding.stop(unavailable(`The ${journey.area} service cannot be reached at the moment.`));
    }, CONNECT_MILLISECONDS).unref();
    const connected = (): void => {
      clearTimeout(connecting);
    };
    socket.once('connect', connected);
    outgoing.once('close', connected);
  }
  if (!context.request.complete)
    context.request.on('data', () => {
      forwarding.bodyArrives();
    });
  watchSize(context.request, bodyLimit, (error) => {
    forwarding.stop(error);
  });
};

/**
 * Streams the body and the answer through http-proxy-middleware; nothing is parsed or buffered.
 * @param url base address of the instance
 */
const createStreamingWay = (url: string): Way => {
  const agent = createAgent(url);
  const forwardings = new WeakMap<ServerResponse, Forwarding>();

  const report: Plugin = (server) => {
    const fail = (error: unknown, _request: IncomingMessage, response: ServerResponse): void => {
      forwardings.get(response)?.broke(error);
    };
    server.on('proxyReq', (outgoing, _request, response) => {
      const forwarding = forwardings.get(response);
      if (forwarding) follow(forwarding, outgoing);
    });
    server.on('proxyRes', (answer, _request, response) => {
      const forwarding = forwardings.get(response);
      if (!forwarding) return;
      forwarding.answered(answer.headers);
      const { context } = forwarding;
      // The head says what the answer to GET would; longer bodies are only read, not compressed.
      const { headers } =
        context.request.method === 'HEAD'
          ? decideEncoding(context, answer.statusCode ?? 0, answer.headers)
          : answer;
      answer.headers = toObject(answerHeaders(headers, response.shouldKeepAlive, context.headers));
    });
    server.on('error', (error, request, response) => {
      // Without a full response this is a protocol upgrade, which the gateway does not support.
      if (request && response instanceof ServerResponse) fail(error, request, response);
    });
    server.on('econnreset', fail);
  };

  const proxy = createProxyMiddleware({
    target: url,
    agent,
    changeOrigin: true,
    xfwd: false,
    // The default plugins write logs and answer errors in plain text.
    ejectPlugins: true,
    plugins: [report],
  });

  return {
    send(forwarding) {
      const { context, headers } = forwarding;
      const { request, response } = context;
      forwardings.set(response, forwarding);
      request.headers = toObject(headers);
      // Errors arrive as events, so there is nothing left for `next` to handle.
      void proxy(request, response, ignore);
    },
    close() {
      agent.destroy();
    },
  };
};

/** The ways to an instance. */
export type WayName = 'pooled' | 'streaming';

/** One instance of a service, with its connections. */
export interface Target extends Instance {
  readonly ways: Readonly<Record<WayName, Way>>;
  /** The way of hits, of an instance that takes many at once. */
  readonly hits: HitBatches;
}

interface TargetOptions {
  url: string;
  /** An identity that says that this is the gateway. */
  vouch: () => Promise<string> | string;
  onChange: (state: CircuitState) => void;
}

/** Connects to one instance. Created once at boot. */
export const createTarget = ({ url, vouch, onChange }: TargetOptions): Target => {
  const ways = { pooled: createPooledWay(url), streaming: createStreamingWay(url) };
  const hits = createHitBatches({ url, vouch, single: ways.pooled });
  return {
    url,
    circuit: createCircuit(onChange),
    pending: 0,
    pausedUntil: 0,
    ways,
    hits,
    close() {
      hits.close();
      ways.pooled.close();
      ways.streaming.close();
    },
  };
};
