import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

import { commandLineOf, freePorts } from '@platform/runtime';

import type { Benchmark, BenchContext, Figure } from '../harness/benchmark.ts';
import { cpuOf, memoryOf, treeOf } from '../harness/process-figures.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const SETTLE_SECONDS = 60;
const WATCH_SECONDS = 120;

interface Part {
  readonly pid: number;
  /** The script that it runs, or `PostgreSQL`, or the shells that watch for orphans. */
  readonly name: string;
  readonly isNode: boolean;
}

const partOf = async (pid: number): Promise<Part> => {
  const words = (await commandLineOf(pid)).split(' ');
  const script = words.find((word) => /\.[jt]s$/.test(word));
  if (script !== undefined) return { pid, name: relative(ROOT, script), isNode: true };
  return { pid, name: words[0]?.startsWith('postgres') ? 'PostgreSQL' : 'shells', isNode: false };
};

/** Starts the platform as `npm start` does. */
const start = async ({ cleanUp }: BenchContext) => {
  const folder = await mkdtemp(join(await realpath(tmpdir()), 'platform-idle-'));
  await chmod(folder, 0o711);
  cleanUp(() => rm(folder, { recursive: true, force: true }));
  const [port = 0] = await freePorts(1);
  const { LOG_LEVEL: _level, ...env } = process.env;
  const child = spawn(process.execPath, [join(ROOT, 'packages/local/start.js')], {
    env: { ...env, PORT: String(port), DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  cleanUp(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const written: string[] = [];
  const isUp = Promise.withResolvers<undefined>();
  createInterface(child.stdout).on('line', (line) => {
    if (line.startsWith('{')) written.push(line);
    if (line.includes('The platform is up')) isUp.resolve(undefined);
  });
  await Promise.race([isUp.promise, ended.then(() => Promise.reject(new Error('The platform ended.')))]);
  return { pid: child.pid ?? 0, written };
};

/** Memory and time of all processes of one name. */
const figuresOf = (parts: readonly (Part & { memory: number; cores: number })[]): Figure[] =>
  [...Map.groupBy(parts, ({ name }) => name)].flatMap(([name, group]) => [
    { name: `${name}, memory`, value: group.reduce((sum, { memory }) => sum + memory, 0), unit: 'MiB' },
    {
      name: `${name}, processor`,
      value: group.reduce((sum, { cores }) => sum + cores, 0),
      unit: '% of a core',
    },
  ]);

const run = async (context: BenchContext): Promise<Figure[]> => {
  const { pid, written } = await start(context);
  const [settle, watch] = context.quick ? [5, 10] : [SETTLE_SECONDS, WATCH_SECONDS];
  context.log(`is up, and left alone for ${settle + watch} s`);
  await pause(settle * 1_000);
  const found = await Promise.all((await treeOf(pid)).map((process) => partOf(process.pid)));
  const before = await Promise.all(found.map((part) => cpuOf(part.pid).catch(() => 0)));
  const [linesBefore, begun] = [written.length, performance.now()];
  await pause(watch * 1_000);
  const seconds = (performance.now() - begun) / 1_000;
  const parts = await Promise.all(
    found.map(async (part, index) => ({
      ...part,
      memory: await memoryOf(part.pid),
      // A worker of PostgreSQL may have ended meanwhile.
      cores: ((await cpuOf(part.pid).catch(() => before[index] ?? 0)) - (before[index] ?? 0)) / seconds / 1e4,
    })),
  );
  const sum = (of: 'memory' | 'cores', chosen = parts): number =>
    chosen.reduce((total, part) => total + part[of], 0);
  const lines = written.slice(linesBefore);
  for (const line of lines) context.log(line);
  return [
    ...figuresOf(parts),
    {
      name: 'all processes of Node.js, memory',
      value: sum(
        'memory',
        parts.filter(({ isNode }) => isNode),
      ),
      unit: 'MiB',
      aim: { atMost: 450 },
    },
    { name: 'everything, memory', value: sum('memory'), unit: 'MiB' },
    { name: 'everything, processor', value: sum('cores'), unit: '% of a core', aim: { atMost: 1 } },
    { name: 'log lines', value: (lines.length * 3_600) / seconds, unit: 'an hour', aim: { atMost: 10 } },
  ];
};

export const idlePlatform: Benchmark = {
  id: 'idle-platform',
  title: 'A platform that nobody uses',
  measures: `Memory (with its part of shared pages, so less while other Node.js of the same version runs) and processor time of each process of \`npm start\`, ${SETTLE_SECONDS} s after it is up, over ${WATCH_SECONDS} s; lines in the log.`,
  limitSeconds: 600,
  run,
};
