#!/usr/bin/env node
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';

import { runCli } from './run-cli.ts';

/** Asks on the terminal without showing what is typed; takes the first line where input is piped. */
const askSecret = (question: string): Promise<string> =>
  new Promise((resolve) => {
    const isTerminal = process.stdin.isTTY;
    const nowhere = new Writable({
      write(_chunk, _encoding, done) {
        done();
      },
    });
    if (isTerminal) process.stderr.write(question);
    const lines = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
    let answer = '';
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => {
      lines.close();
    });
    lines.once('close', () => {
      if (isTerminal) process.stderr.write('\n');
      resolve(answer);
    });
  });

const interrupted = new AbortController();
process.once('SIGINT', () => {
  interrupted.abort();
});

// `dap … | head` ends reading when it has enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await runCli(
  process.argv.slice(2),
  {
    env: process.env,
    cwd: process.cwd(),
    out: (text) => process.stdout.write(text),
    err: (text) => process.stderr.write(text),
    ask: askSecret,
    isInteractive: process.stdin.isTTY,
  },
  interrupted.signal,
);
