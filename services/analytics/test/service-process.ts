import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';

import { childEnvironment, endProcess, eventually, freePort, hasEnded } from '@platform/testing';
import type { TestIdentity } from '@platform/testing';

import { CHROME } from './harness.ts';

/** An instance of the service as a process of its own, to be killed or frozen like one. */
export interface ServiceProcess {
  readonly url: string;
  start(): Promise<void>;
  /** Sends a signal. Resolves when the process has ended, for signals that end it. */
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Stops the process in its tracks (SIGSTOP), or lets it go on. */
  freeze(): void;
  thaw(): void;
  /** Sends a page view. @returns status and milliseconds; status 0 for no answer */
  hit(siteKey: string, url: string, fields?: HitFields): Promise<{ status: number; took: number }>;
}

export interface HitFields {
  readonly address?: string;
  readonly id?: string;
  readonly timeoutMs?: number;
}

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));
const GIVE_UP_MS = 20_000;

/** Describes an instance; `start` runs it, with additional `settings` if given. */
export const createServiceProcess = async (
  databaseUrl: string,
  identity: TestIdentity,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServiceProcess> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  return {
    url,
    async start() {
      await eventually(async () => {
        if (!child || hasEnded(child))
          child = spawn(process.execPath, [MAIN], {
            env: {
              ...childEnvironment(),
              DATABASE_URL: databaseUrl,
              ...identity.environment,
              PORT: String(port),
              HOST: '127.0.0.1',
              LOG_LEVEL: 'silent',
              TRUST_PROXY: '1',
              ...settings,
            },
            stdio: 'ignore',
          });
        if (!(await fetch(`${url}/health/live`)).ok) throw new Error('not up yet');
      });
    },
    async kill(signal) {
      if (child) await endProcess(child, signal);
    },
    freeze() {
      child?.kill('SIGSTOP');
    },
    thaw() {
      child?.kill('SIGCONT');
    },
    async hit(siteKey, pageUrl, { address = '10.9.0.1', id, timeoutMs } = {}) {
      const begun = performance.now();
      try {
        const answer = await fetch(`${url}/collect`, {
          method: 'POST',
          headers: {
            'content-type': 'text/plain',
            'user-agent': CHROME,
            'x-forwarded-for': address,
            ...(timeoutMs === undefined ? {} : { 'x-timeout-ms': String(timeoutMs) }),
          },
          body: JSON.stringify({ k: siteKey, u: pageUrl, i: id }),
          signal: AbortSignal.timeout(GIVE_UP_MS),
        });
        await answer.arrayBuffer();
        return { status: answer.status, took: performance.now() - begun };
      } catch {
        return { status: 0, took: performance.now() - begun };
      }
    },
  };
};
