import { AsyncLocalStorage } from 'node:async_hooks';
import { createRequire } from 'node:module';

import { activeTracing } from '@platform/tracing';
import { pino } from 'pino';
import type { Logger } from 'pino';
import type { PrettyOptions, PrettyStream } from 'pino-pretty';

const scope = new AsyncLocalStorage<string>();

/** Runs `work` for the request with this id: log lines carry it, and so do the jobs that it makes. */
export const inRequest = <Result>(requestId: string | null, work: () => Result): Result =>
  requestId === null ? work() : scope.run(requestId, work);

/** Id of the request that this is done for; `null` outside one, as in scheduled jobs. */
export const currentRequestId = (): string | null => scope.getStore() ?? null;

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

const ORIGIN_ONLY =
  /\b(?!file:)([a-z][a-z0-9+.-]{1,20}:\/\/)(?:[^\s"'<>\\/?#]*@)?([^\s"'<>\\/?#@]*)([^\s"'<>\\]*)/gi;
const QUERY = /(?<=[\w/])\?[\w.~%[\]-]+=[^\s"'<>\\]*/g;
const MAIL_ADDRESS = /[\w.%+-]{1,64}@(?:[a-z0-9-]{1,63}\.){1,8}[a-z]{2,24}\b/gi;
const CREDENTIAL =
  /\b(?:dak_[0-9A-Za-z]{16,}|whsec_[\w+/=]{16,}|eyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]+)|\bBearer [\w.~+/=-]{8,}/g;

/**
 * Hides what a log line must not hold, wherever in the line it stands: of a URL everything but its scheme
 * and host (paths, queries and fragments carry tokens), queries of bare paths, e-mail addresses, API keys,
 * webhook secrets and signed tokens. Stack traces keep their `file:` URLs.
 * @param line JSON or plain text
 */
export const hideSecrets = (line: string): string => {
  let hidden = line;
  if (hidden.includes('://'))
    hidden = hidden.replace(
      ORIGIN_ONLY,
      (_url, scheme: string, host: string, rest: string) =>
        `${scheme}${host}${rest.length > 1 ? '/…' : rest}`,
    );
  if (hidden.includes('?')) hidden = hidden.replace(QUERY, '?…');
  if (hidden.includes('@')) hidden = hidden.replace(MAIL_ADDRESS, '[address]');
  if (/dak_|whsec_|eyJ|Bearer /.test(hidden)) hidden = hidden.replace(CREDENTIAL, '[hidden]');
  return hidden;
};

let isEnding = false;
process.once('exit', () => (isEnding = true));

/** Lines kept while nobody reads them; newer ones are dropped and counted. */
const MOST_BUFFERED_BYTES = 4 << 20;
const FLUSH_MILLISECONDS = 1_000;

/** Writes what is buffered a second after the first line of it. A steady rhythm would wake an idle process. */
const flushLater = (output: ReturnType<typeof pino.destination>): void => {
  const write = output.write.bind(output);
  let timer: NodeJS.Timeout | undefined;
  output.write = (line) => {
    timer ??= setTimeout(() => {
      timer = undefined;
      output.flush();
    }, FLUSH_MILLISECONDS).unref();
    return write(line);
  };
};

/**
 * Standard output, written without ever waiting for its reader. A reader that stalls costs log lines, not
 * requests. A flush, also the one at exit, gives up after a second.
 */
const patientOutput = (buffered: boolean): ReturnType<typeof pino.destination> => {
  let giveUpAt = Infinity;
  let dropped = 0;
  const output = pino.destination({
    sync: false,
    maxLength: MOST_BUFFERED_BYTES,
    retryEAGAIN: () => Date.now() < giveUpAt,
    ...(buffered && { minLength: 8_192 }),
  });
  if (buffered) flushLater(output);
  output.on('drop', () => (dropped += 1));
  output.on('drain', () => {
    if (dropped === 0) return;
    output.write(
      `${JSON.stringify({ level: 40, time: Date.now(), dropped, msg: 'log lines were dropped: nobody read them' })}\n`,
    );
    dropped = 0;
  });
  const flush = output.flushSync.bind(output);
  output.flushSync = () => {
    giveUpAt = Date.now() + FLUSH_MILLISECONDS;
    // Another process that shared the pipe may have made it a blocking one when it ended.
    const { _handle: handle } = process.stdout as { _handle?: { setBlocking?: (on: boolean) => void } };
    handle?.setBlocking?.(false);
    try {
      flush();
    } catch {
      // Nobody reads it. A write that waits in a thread would keep the process from ending.
      if (isEnding) process.kill(process.pid, 'SIGKILL');
    } finally {
      giveUpAt = Infinity;
    }
  };
  return output;
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
    hooks: { streamWrite: hideSecrets },
    mixin: () => {
      const requestId = currentRequestId();
      return {
        ...(requestId !== null && { request_id: requestId }),
        ...(traced && activeTracing()?.logFields()),
      };
    },
  };
  if (!isTerminal) return pino(settings, patientOutput(buffered));
  // Loaded where somebody reads along, and then at once.
  const pretty = createRequire(import.meta.url)('pino-pretty') as (options: PrettyOptions) => PrettyStream;
  return pino(
    settings,
    pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }),
  );
};

/** A logger that writes nothing; for tests and command-line tools. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
