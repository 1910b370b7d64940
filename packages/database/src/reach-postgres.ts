import { setTimeout as pause } from 'node:timers/promises';

import { SetupError } from '@platform/runtime';
import type { Logger } from '@platform/runtime';
import pg from 'pg';

/** A database that has just been started, or started again, needs seconds; one that crashed may read its log. */
const PATIENCE_MILLISECONDS = 60_000;
const PAUSE_MILLISECONDS = 250;

/** Nothing listens yet, or what listens says that it is starting or stopping. */
const isStarting = (error: unknown): boolean => {
  const { code, errors } = error as { code?: string; errors?: readonly unknown[] };
  return code === 'ECONNREFUSED' || code === '57P03' || errors?.some(isStarting) === true;
};

const greet = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  // A connection that is lost before it is closed is no fault here.
  client.on('error', () => undefined);
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => undefined);
  }
};

/**
 * Waits until the server at `url` lets its client in: while nothing listens there, or it says that it is starting
 * (57P03), for `patienceMilliseconds` at most. Any other fault ends the wait at once.
 * @param logger told once that there is something to wait for
 * @throws the last fault
 */
export const waitForPostgres = async (
  url: string,
  logger: Logger,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
): Promise<void> => {
  const end = performance.now() + patienceMilliseconds;
  for (let attempt = 1; ; attempt += 1)
    try {
      await greet(url);
      return;
    } catch (error) {
      if (!isStarting(error) || performance.now() >= end) throw error;
      if (attempt === 1) logger.warn({ err: error }, 'waiting for PostgreSQL');
      await pause(PAUSE_MILLISECONDS);
    }
};

interface Fault {
  code?: string;
  message?: string;
  errors?: readonly Fault[];
}

/** By the code of PostgreSQL or of the system: what is wrong with the server at `place`, and the way out. */
const CAUSES: Readonly<Record<string, (place: URL) => string>> = {
  '28P01': ({ username }) =>
    `the password of the role ${username} is wrong; correct it, or ALTER ROLE "${username}" PASSWORD '…'`,
  '28000': ({ username }) =>
    `the server doesn't let the role ${username} in; see its pg_hba.conf, or whether it wants ?sslmode=require`,
  '3D000': ({ pathname }) =>
    `there is no database ${pathname.slice(1)}; make it: CREATE DATABASE "${pathname.slice(1)}"`,
  '3F000': ({ username }) =>
    `the role ${username} has no schema of this service; run its migrations, and see that the role is the service's own`,
  '53300': () => 'the server has no connection left; raise its max_connections, or stop what uses them',
  '57P03': () => 'the server is starting or stopping; try again in a moment',
  '42501': ({ username }) => `the role ${username} may not do what is needed; take the database's owner`,
  ENOTFOUND: ({ hostname }) => `the host ${hostname} is not known; is it spelt right?`,
  EAI_AGAIN: ({ hostname }) =>
    `the host ${hostname} can't be looked up; does this machine reach its name server?`,
  ECONNREFUSED: ({ host }) => `nothing listens at ${host}; does PostgreSQL run there, on this port?`,
  ECONNRESET: ({ host }) => `${host} closes connections at once; is it PostgreSQL that listens there?`,
  ETIMEDOUT: ({ host }) => `${host} does not answer; is there a firewall in between?`,
  EHOSTUNREACH: ({ host }) => `${host} can't be reached from this machine`,
  ENETUNREACH: ({ host }) => `${host} can't be reached from this machine`,
};

const codeOf = (fault: Fault): string => {
  if (fault.code !== undefined) return fault.code;
  // Node.js tries all addresses of a host, and fails with all their faults.
  const inner = fault.errors?.find(({ code }) => code !== undefined)?.code;
  if (inner !== undefined) return inner;
  return /timeout|timed out/i.test(fault.message ?? '') ? 'ETIMEDOUT' : '';
};

/**
 * Turns a failure to use the database at `url` into one line that names the setting, says what is wrong and the
 * way out. Other errors come back as they are. The password is never part of it.
 */
export const explainConnection = (error: unknown, url: string, setting = 'DATABASE_URL'): unknown => {
  if (error instanceof SetupError || !URL.canParse(url)) return error;
  const explain = CAUSES[codeOf(error ?? {})];
  return explain ? new SetupError(`${setting}: ${explain(new URL(url))}.`, { cause: error }) : error;
};
