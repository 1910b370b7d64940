import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { startTracing } from '@platform/tracing';
import type { Tracing } from '@platform/tracing';
import closeWithGrace from 'close-with-grace';
import type Joi from 'joi';

import { giveBackMemory } from './give-back-memory.ts';
import { createLogger } from './logger.ts';
import type { Logger } from './logger.ts';
import { loadConfig, SetupError, tracingSettings } from './settings.ts';

export interface ProcessOptions<Config> {
  /** The process's name in its log. */
  name: string;
  /** The settings it reads. */
  variables: { readonly [Name in keyof Config]-?: Joi.Schema };
  environment: Readonly<Record<string, string | undefined>>;
  /** True for buffered log lines; see `createLogger`. */
  bufferedLog?: boolean;
}

export interface ProcessContext<Config> {
  config: Config;
  /** Writes lines of the level LOG_LEVEL and above. */
  logger: Logger;
}

/** Given to whatever was opened before a fault, to end by itself. */
const LINGER_MILLISECONDS = 500;

/**
 * Runs a process that ends by itself: reads its settings, makes its logger and works. If the
 * settings are unusable or the work fails, one fatal line says so and the process exits with 1.
 */
export const runTask = async <Config extends { LOG_LEVEL: string }>(
  options: ProcessOptions<Config>,
  work: (context: ProcessContext<Config>) => Promise<void>,
): Promise<void> => {
  const { name, variables, environment, bufferedLog = false } = options;
  let logger = createLogger({ name });
  try {
    const config = loadConfig<Config>(variables, environment);
    const traced = tracingSettings(name, environment) !== undefined;
    logger = createLogger({ name, level: config.LOG_LEVEL, buffered: bufferedLog, traced });
    await work({ config, logger });
  } catch (error) {
    if (error instanceof SetupError) logger.fatal(error.message);
    else logger.fatal({ err: error }, error instanceof Error ? error.message : 'The process failed.');
    logger.flush();
    process.exitCode = 1;
    // Resources opened before the fault must not keep the process alive.
    setTimeout(() => process.exit(1), LINGER_MILLISECONDS).unref();
  }
};

/** One thing to close, and its name for the log. A promise is awaited. */
export type ShutDownStep = readonly [name: string, end: () => unknown];

/** Runs the steps in order. A step that fails is logged, and the next one runs anyway. */
export const shutDownGracefully = async (steps: readonly ShutDownStep[], logger: Logger): Promise<void> => {
  for (const [name, end] of steps) {
    try {
      await end();
    } catch (error) {
      logger.error({ err: error, step: name }, 'shutting down: step failed');
    }
  }
};

/** Versions that a process runs: the platform's and that of Node.js. */
export interface Versions {
  version: string;
  node: string;
}

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

/** The versions of this process, and when it started. */
export const processVersions: Versions & { readonly startedAt: Date } = {
  version,
  node: process.versions.node,
  startedAt: new Date(performance.timeOrigin),
};

/**
 * The versions as a part of a connection's name, by which a server tells who is connected:
 * `0.3.0/24.21.0`.
 */
export const versionsName = (): string => `${version}/${process.versions.node}`;

/** Reads what `versionsName` wrote; nulls for a name by an older version. */
export const versionsIn = (name: string): { version: string | null; node: string | null } => {
  const [, found, node] = /(?:^|:)(\d[^:/]*)\/(\d[^:/]*)/.exec(name) ?? [];
  return { version: found ?? null, node: node ?? null };
};

const run = promisify(execFile);

interface ProcessRow {
  pid: number;
  parent: number;
}

// Slim images of Linux have no `ps`, so there it is read where `ps` reads it.
const hasProc = process.platform === 'linux';

const rowOf = async (pid: number): Promise<ProcessRow[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // It may have ended since the folder was read.
  if (stat === undefined) return [];
  // The name before the state may hold anything, blanks and brackets too.
  const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [{ pid, parent: Number(parent) }];
};

/** All processes that this user can see, and which one started each. */
export const listProcesses = async (): Promise<ProcessRow[]> => {
  if (hasProc) {
    const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
    return (await Promise.all(pids.map(rowOf))).flat();
  }
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=']);
  const rows = stdout.trim().split('\n');
  return rows.map((row) => {
    const [pid = 0, parent = 0] = row.trim().split(/\s+/).map(Number);
    return { pid, parent };
  });
};

/** The program of a process and its words, with blanks between; empty if there is no such process. */
export const commandLineOf = async (pid: number): Promise<string> => {
  if (hasProc) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return words.replaceAll('\0', ' ').trim();
  }
  const { stdout } = await run('ps', ['-o', 'args=', '-p', String(pid)]).catch(() => ({ stdout: '' }));
  return stdout.trim();
};

/** While the collector is down, a line as rarely as this says so. */
const REPORT_EVERY_MILLISECONDS = 60_000;

/**
 * Starts tracing if the environment names a collector. A collector that is down costs spans and
 * nothing else.
 */
const startTraces = async (
  name: string,
  environment: Readonly<Record<string, string | undefined>>,
  logger: Pick<Logger, 'warn'>,
): Promise<Tracing | undefined> => {
  const settings = tracingSettings(name, environment);
  if (settings === undefined) return undefined;
  let reportedAt = -Infinity;
  return startTracing({
    ...settings,
    onFault(error) {
      const now = performance.now();
      if (now - reportedAt < REPORT_EVERY_MILLISECONDS) return;
      reportedAt = now;
      logger.warn({ err: error }, 'traces could not be delivered');
    },
  });
};

export interface RunningProcess {
  /** Closed on SIGTERM and SIGINT, in this order. */
  closing: readonly ShutDownStep[];
}

const DRAIN_MILLISECONDS = 25_000;

/** A forked process (`npm start`) ends with its parent, even if the parent is killed. */
const endWithParent = (): void => {
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
  });
};

/**
 * Runs a long-lived process. On SIGTERM, SIGINT or a fault it closes within 25 s.
 * If the start fails, one fatal line says so and the process exits with 1.
 */
export const runProcess = <Config extends { LOG_LEVEL: string }>(
  options: ProcessOptions<Config>,
  start: (context: ProcessContext<Config>) => Promise<RunningProcess>,
): Promise<void> =>
  runTask(options, async (context) => {
    const { logger } = context;
    endWithParent();
    const tracing = await startTraces(options.name, options.environment, logger);
    const { closing } = await start(context);
    giveBackMemory();
    const steps: ShutDownStep[] = [...closing, ['traces', () => tracing?.close()]];
    closeWithGrace({ delay: DRAIN_MILLISECONDS, logger: false }, async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'ending after a fault');
      else logger.info({ signal }, 'shutting down');
      await shutDownGracefully(steps, logger);
      logger.flush();
    });
  });
