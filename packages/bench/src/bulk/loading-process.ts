import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const LOAD = fileURLToPath(new URL('../../../../services/analytics/src/load.ts', import.meta.url));

/** How many characters are handed over at a time. */
const CHUNK = 256 * 1024;

export interface LoadingProcess {
  /**
   * Sends a line. Resolves at once unless the process is behind.
   * @throws Error that says how the process ended, if it takes no more
   */
  send(line: object): Promise<void>;
  /**
   * Resolves when all lines are in the tables.
   * @returns the number of events by outcome
   */
  end(): Promise<Readonly<Record<string, number>>>;
}

/** Runs the command with which analytics loads past events through its own writer. */
export const startLoading = (databaseUrl: string, organisation: string): LoadingProcess => {
  const child = spawn(process.execPath, [LOAD, organisation], {
    env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'warn' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answer = text(child.stdout);
  const exit = (once(child, 'exit') as Promise<[number | null, string | null]>).then(
    async ([code, signal]) => {
      // The log goes where the answer goes: its last line says why.
      if (code !== 0)
        throw new Error(`Loading events ended with ${code ?? signal}. ${(await answer).trim()}`);
    },
  );
  // The next `send` or `end` gets the error.
  exit.catch(() => undefined);
  // Its exit code says more than a broken pipe.
  child.stdin.on('error', () => undefined);
  let waiting = '';
  const flush = async (): Promise<void> => {
    const chunk = waiting;
    waiting = '';
    if (!child.stdin.write(chunk)) await Promise.race([once(child.stdin, 'drain').catch(() => exit), exit]);
  };
  return {
    async send(line) {
      waiting += `${JSON.stringify(line)}\n`;
      if (waiting.length > CHUNK) await flush();
    },
    async end() {
      await flush();
      child.stdin.end();
      await exit;
      return JSON.parse(await answer) as Record<string, number>;
    },
  };
};
