import { Agent } from 'node:http';
import { Agent as TlsAgent } from 'node:https';

import type { Request, Response } from 'express';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Plugin } from 'http-proxy-middleware';

import { createCircuit } from './circuit.ts';
import type { Circuit, CircuitState } from './circuit.ts';

/** One instance of a service, with its connections. */
export interface Target {
  url: string;
  circuit: Circuit;
  /** Requests that it has not answered in full. */
  pending: number;
  /** Not asked before then, by performance.now(): it failed slowly. */
  pausedUntil: number;
  send(request: Request, response: Response): void;
  close(): void;
}

export interface TargetOptions {
  url: string;
  /** Follows the requests that are sent. */
  plugin: Plugin<Request, Response>;
  onChange: (state: CircuitState) => void;
}

const MAX_CONNECTIONS = 2_048;

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

/** Connects to one instance. Created once at boot; bodies are never parsed or buffered. */
export const createTarget = ({ url, plugin, onChange }: TargetOptions): Target => {
  const agent = createAgent(url);
  const proxy = createProxyMiddleware<Request, Response>({
    target: url,
    agent,
    changeOrigin: true,
    xfwd: false,
    // The default plugins write logs and answer errors in plain text.
    ejectPlugins: true,
    plugins: [plugin],
  });
  return {
    url,
    circuit: createCircuit(onChange),
    pending: 0,
    pausedUntil: 0,
    /** Errors arrive as events, so there is nothing left for `next` to handle. */
    send: (request, response) => void proxy(request, response, ignore),
    close() {
      agent.destroy();
    },
  };
};
