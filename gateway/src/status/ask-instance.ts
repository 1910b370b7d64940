import type { ProcessStatus } from '@platform/http';
import { IDENTITY_HEADER } from '@platform/identity';

import type { AskedInstance, Readiness } from './instance.ts';

/** An operator looks at the page because something hangs: it must not hang with it. */
const TIMEOUT_MILLISECONDS = 2_000;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const read = async (url: URL, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });

const readReadiness = async (url: URL): Promise<Readiness> => {
  const answer = await read(url, {});
  const { failing, degraded } = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (answer.ok) return { failing: [], degraded: isTexts(degraded) ? degraded : [] };
  return { failing: isTexts(failing) ? failing : [`status ${answer.status}`], degraded: [] };
};

const readProcess = async (url: URL, identity: string): Promise<ProcessStatus | null> => {
  const answer = await read(url, { [IDENTITY_HEADER]: identity });
  return answer.ok ? ((await answer.json()) as ProcessStatus) : null;
};

/**
 * Asks an instance whether it is ready and what it runs. Never fails, and takes two seconds at most.
 * @param identity of an operator, for the instance's service
 */
export const askInstance = async (address: string, identity: string): Promise<AskedInstance> => {
  const [readiness, process] = await Promise.allSettled([
    readReadiness(new URL('/health/ready', address)),
    readProcess(new URL('/status', address), identity),
  ]);
  return {
    readiness: readiness.status === 'fulfilled' ? readiness.value : null,
    process: process.status === 'fulfilled' ? process.value : null,
  };
};
