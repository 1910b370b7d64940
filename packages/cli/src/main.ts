#!/usr/bin/env node
import { askSecret } from './login/ask-secret.ts';
import { runCli } from './run-cli.ts';

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
