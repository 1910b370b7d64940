import { hostname } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';

import { ApiError, createPlatform, PlatformError } from '@platform/client';
import type { Output } from '@platform/client';

/** A login that waits for somebody to type its code into the console. */
export interface DeviceLogin {
  /** Where the code is typed. */
  readonly address: string;
  readonly code: string;
  readonly secret: string;
  /** Seconds between two questions. */
  readonly interval: number;
}

/** The platform's answer once somebody has let this command line in. */
interface Admission {
  readonly key: Output<'keys.create'>;
  readonly organisation: string;
}

interface Answer extends Partial<Admission> {
  readonly state: 'waiting' | 'approved' | 'denied' | 'gone';
}

/** A text of the platform without signs that a terminal obeys. */
export const plain = (text: string): string => text.replaceAll(/\p{Cc}/gu, '');

const post = async (url: string, path: string, body: object, signal: AbortSignal): Promise<unknown> => {
  const answer = await createPlatform({ url }).request({
    method: 'POST',
    path: `/console/device/${path}`,
    body,
    signal,
  });
  return (answer.body as { data?: unknown } | undefined)?.data;
};

/** Asks to be let in; undefined where the platform is of a version that lets nobody in so. */
export const startDeviceLogin = async (
  url: string,
  signal: AbortSignal,
): Promise<DeviceLogin | undefined> => {
  try {
    const data = await post(url, 'code', { client: `dap on ${hostname()}`.slice(0, 100) }, signal);
    const {
      device_code: secret,
      user_code: code,
      verification_uri: address,
      interval,
    } = data as Record<string, unknown>;
    // What the browser is started with has to be a page, and what is printed a code.
    if (
      typeof address !== 'string' ||
      !/^https?:$/.test(URL.parse(address)?.protocol ?? '') ||
      typeof code !== 'string' ||
      !/^[A-Z-]{4,20}$/.test(code) ||
      typeof secret !== 'string'
    )
      throw new PlatformError('unreadable_answer', `${url} answered with something else than a code.`);
    return { address, code, secret, interval: Math.max(1, Number(interval) || 1) };
  } catch (error) {
    if (error instanceof ApiError && [404, 405].includes(error.status)) return undefined;
    throw error;
  }
};

const REFUSALS = {
  denied: 'Whoever was asked turned this command line away.',
  gone: 'The code has ended: nobody typed it in time. Run dap login again.',
} as const;

/** Waits until somebody lets this command line in. @throws PlatformError where they don't */
export const waitForKey = async (
  url: string,
  { secret, interval }: DeviceLogin,
  signal: AbortSignal,
): Promise<Admission> => {
  for (;;) {
    await pause(interval * 1_000, undefined, { signal });
    const { state, key, organisation } = (await post(url, 'key', { device_code: secret }, signal)) as Answer;
    if (state === 'approved' && key !== undefined && organisation !== undefined) return { key, organisation };
    if (state === 'denied' || state === 'gone') throw new PlatformError(state, REFUSALS[state]);
  }
};
