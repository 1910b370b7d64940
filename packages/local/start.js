#!/usr/bin/env node
// What `npm start`, `npm run demo` and the like run. Plain JavaScript for Node.js 18 and newer,
// because it runs before anything is installed: it installs what the lock file asks for, and then
// runs the Node.js of the repository itself, without a shell in between that would swallow signals.
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, readlinkSync } from 'node:fs';
import { basename, join } from 'node:path';

import { home, install, installPart, isInstalled, ROOT } from './start/install.js';
import { holdPort } from './start/starting.js';

/** What each command runs, and whether it needs the packages of the tests and tools. */
const COMMANDS = {
  start: ['packages/local/src/main.ts', 'run'],
  keys: ['packages/local/src/keys.ts', 'run'],
  demo: ['packages/demo/src/main.ts', 'run'],
  doctor: ['packages/local/src/doctor.ts', 'run'],
  backup: ['packages/local/src/backup.ts', 'run'],
  restore: ['packages/local/src/restore.ts', 'run'],
  render: ['packages/local/src/render/main.ts', 'all'],
  release: ['packages/release/src/main.ts', 'all'],
};
const NEEDED = 24;
const DEFAULT_PORT = 8080;

/** @param {string} message @returns {never} */
const fail = (message) => {
  process.stderr.write(`\n  ${message}\n\n`);
  process.exit(1);
};

/** The Node.js binary of the repository: TypeScript runs on Node.js 24 without a build. */
const findNode = () => {
  const [major] = process.versions.node.split('.').map(Number);
  const own = join(ROOT, 'node_modules/node/bin/node');
  if (existsSync(own)) return own;
  if (major >= NEEDED) return process.execPath;
  return fail(
    `Node.js ${NEEDED} is needed, and this is ${process.version}. The copy in node_modules is missing: remove the folder node_modules and start again.`,
  );
};

const [name = 'start', ...words] = process.argv.slice(2);
// The platform asks for what it needs only now: `start.js install console`.
if (name === 'install') {
  await installPart(words[0]).catch((error) => fail(error.message));
  process.exit(0);
}
const [script, what] = COMMANDS[name] ?? [];
if (script === undefined)
  fail(`There is no command "${name}". There are: ${Object.keys(COMMANDS).join(', ')}.`);

/** Answers on the gateway's port from the first second; undefined where it can't, which the platform explains. */
const answerEarly = () => {
  const port = Number(process.env.PORT || DEFAULT_PORT);
  const isPort = Number.isInteger(port) && port > 0 && port < 65_536;
  return isPort ? holdPort(port, process.env.HOST || undefined) : undefined;
};
const releasePort =
  name === 'start'
    ? await answerEarly()?.catch((error) => {
        // An address that isn't this machine's, say.
        if (/^Port /.test(error.message)) fail(error.message);
      })
    : undefined;

const withPostgres = !process.env.DATABASE_URL;
if (!isInstalled(what, withPostgres)) await install(what, withPostgres).catch((error) => fail(error.message));

/** @param {number} pid @returns {number} its parent's id; 0 when it is gone or /proc isn't there */
const parentOf = (pid) => {
  if (pid === process.pid) return process.ppid;
  try {
    // The name in parentheses may itself hold spaces and parentheses.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
};

/** @param {number} pid */
const isShell = (pid) => {
  try {
    return /^(sh|dash|bash|ash|busybox)$/.test(basename(readlinkSync(`/proc/${pid}/exe`)));
  } catch {
    return false;
  }
};

/**
 * This process and the shells between it and whoever started it (npm, if it was npm), each with its
 * parent. A shell outlives npm without a word, so all of them are watched.
 */
const findLinks = () => {
  const links = [{ pid: process.pid, parent: process.ppid }];
  if (process.env.npm_lifecycle_event === undefined) return links;
  for (let pid = process.ppid; pid > 1 && isShell(pid); pid = links.at(-1).parent)
    links.push({ pid, parent: parentOf(pid) });
  return links;
};

const links = findLinks();
const flags = [
  '--disable-warning=ExperimentalWarning',
  '--require',
  join(ROOT, 'packages/local/start/light-http.cjs'),
];
const child = spawn(findNode(), [...flags, join(ROOT, script), ...words], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  env: {
    ...process.env,
    HOME: home(),
    // What was compiled once, types stripped: a start takes half the time.
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(ROOT, 'node_modules/.cache/compiled'),
    // Each thread would get room of its own for what isn't JavaScript's: 3 MiB a process that are hardly used.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
    ...(releasePort && { PORT_IS_HELD: '1' }),
  },
});
child.on('message', (message) => {
  if (message === 'release-port')
    void releasePort?.().then(() => child.send('port-released', () => undefined));
});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// npm's shells pass no signal on. When npm is gone, nobody is left who could stop the platform.
const watch = setInterval(() => {
  if (links.some(({ pid, parent }) => parentOf(pid) !== parent)) child.kill('SIGTERM');
}, 2_000);
child.once('error', (error) => fail(`Node.js could not be started: ${error.message}`));
child.once('exit', (code, signal) => {
  clearInterval(watch);
  // One that ended before the gateway was up hasn't asked for the port: holding it would go on for ever.
  void releasePort?.();
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
