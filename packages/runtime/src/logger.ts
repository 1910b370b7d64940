import { activeTracing } from '@platform/tracing';
import { pino } from 'pino';
import type { Logger } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

/** Headers that are never logged. */
const SECRET_PATHS = ['authorization', 'cookie', 'x-identity', 'set-cookie'].flatMap((name) => [
  `req.headers["${name}"]`,
  `res.headers["${name}"]`,
  `headers["${name}"]`,
]);

/**
 * The parts of an error worth logging. Libraries attach connections and whole clients to theirs.
 */
const describeError = (error: unknown): unknown => {
  if (!Error.isError(error)) return error;
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return {
    type: name,
    message,
    ...(typeof code === 'string' ? { code } : {}),
    stack,
    ...(cause === undefined ? {} : { cause: describeError(cause) }),
  };
};

export interface LoggerOptions {
  name: string;
  level?: string;
  isTerminal?: boolean;
  /** Writes lines up to a second late, where a write per request would cost too much. */
  buffered?: boolean;
  /** Names the trace that a line belongs to. */
  traced?: boolean;
}

/** Makes a logger that writes readable lines to a terminal and JSON elsewhere. */
export const createLogger = (options: LoggerOptions): Logger => {
  const {
    name,
    level = 'info',
    isTerminal = process.stdout.isTTY,
    buffered = false,
    traced = false,
  } = options;
  const settings = {
    name,
    level,
    redact: { paths: SECRET_PATHS, censor: '[hidden]' },
    serializers: { err: describeError },
    ...(traced && { mixin: () => activeTracing()?.logFields() ?? {} }),
  };
  if (!isTerminal && buffered)
    return pino(settings, pino.destination({ sync: false, minLength: 8_192, periodicFlush: 1_000 }));
  if (!isTerminal) return pino(settings);
  return pino(
    settings,
    pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }),
  );
};

/** A logger that writes nothing; for tests and command-line tools. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
