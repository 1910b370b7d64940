import { pino } from 'pino';
import type { Logger } from 'pino';
import pretty from 'pino-pretty';

export type { Logger } from 'pino';

/** Never logged, wherever they stand in an object. */
const SECRET_PATHS = ['authorization', 'cookie', 'x-identity', 'set-cookie'].flatMap((name) => [
  `req.headers["${name}"]`,
  `res.headers["${name}"]`,
  `headers["${name}"]`,
]);

/** A logger that writes lines for people in a terminal and JSON elsewhere. */
export const createLogger = (options: { name: string; level?: string; isTerminal?: boolean }): Logger => {
  const { name, level = 'info', isTerminal = process.stdout.isTTY } = options;
  const settings = { name, level, redact: { paths: SECRET_PATHS, censor: '[hidden]' } };
  if (!isTerminal) return pino(settings);
  return pino(
    settings,
    pretty({ colorize: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss', sync: true }),
  );
};

/** A logger that writes nothing; for tests and command-line tools. */
export const silentLogger = (): Logger => pino({ level: 'silent' });
