import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const LOAD = fileURLToPath(new URL('../../../../services/analytics/src/load.ts', import.meta.url));

/** How many characters are handed over at a time. */
const CHUNK = 256 * 1024;

export interface LoadingProcess {
  /** Sends a line. Resolves at once unless the process is behind. */
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
  const exit = once(child, 'exit') as Promise<[number | null]>;
  const answer = text(child.stdout);
  // A process that ended early is noticed by its exit code.
  child.stdin.on('error', () => undefined);
  let waiting = '';
  const flush = async (): Promise<void> => {
    const chunk = waiting;
    waiting = '';
    if (!child.stdin.write(chunk) && child.exitCode === null)
      await Promise.race([once(child.stdin, 'drain'), exit]);
  };
  return {
    async send(line) {
      waiting += `${JSON.stringify(line)}\n`;
      if (waiting.length > CHUNK) await flush();
    },
    async end() {
      await flush();
      child.stdin.end();
      const [code] = await exit;
      if (code !== 0) throw new Error(`Loading events ended with ${code}.`);
      return JSON.parse(await answer) as Record<string, number>;
    },
  };
};
