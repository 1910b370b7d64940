import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';

import { isMet } from './harness/benchmark.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { benchmarks } from './benchmarks.ts';
import { timeFixedWork } from './harness/machine-speed.ts';
import { formatResults } from './harness/result-table.ts';
import { runBenchmark } from './harness/run-benchmark.ts';
import type { BenchResult } from './harness/run-benchmark.ts';

const USAGE = `npm run bench                     lists the benchmarks
npm run bench -- all              runs all of them
npm run bench -- <id> [<id> …]    runs those
  --quick    short runs with less data: shows that all works, its figures mean little
  --strict   exit code 1 when an aim is not reached
  --json     prints the results as JSON
`;

const describeAll = (all: readonly Benchmark[]): string =>
  all.map(({ id, title, measures }) => `${id}\n    ${title}. ${measures}\n`).join('');

const machine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  node: process.version,
  loadAverage: loadavg()[0] ?? 0,
  fixedWorkMilliseconds: Math.round(timeFixedWork()),
});

const runAll = async (chosen: readonly Benchmark[], quick: boolean): Promise<BenchResult[]> => {
  const interruption = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => {
      interruption.abort();
    });
  const log = (line: string): void => void process.stderr.write(`${line}\n`);
  const results: BenchResult[] = [];
  for (const benchmark of chosen) {
    if (interruption.signal.aborted) break;
    results.push(await runBenchmark(benchmark, { quick, log, signal: interruption.signal }));
  }
  return results;
};

const main = async (): Promise<number> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      quick: { type: 'boolean', default: false },
      strict: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || positionals.length === 0) {
    process.stdout.write(`${USAGE}\n${describeAll(benchmarks.all)}`);
    return 0;
  }
  const chosen = positionals.includes('all') ? benchmarks.all : benchmarks.select(positionals);
  const before = machine();
  const results = await runAll(chosen, values.quick);
  const { cpu, cores, node, loadAverage, fixedWorkMilliseconds } = before;
  process.stdout.write(
    values.json
      ? `${JSON.stringify({ machine: before, quick: values.quick, results }, null, 2)}\n`
      : `\n${formatResults(results)}\n\n${cores} × ${cpu}, Node ${node}, load ${loadAverage.toFixed(1)} before the run, fixed work ${fixedWorkMilliseconds} ms${
          values.quick ? '. A quick run: these figures mean little' : ''
        }.\n`,
  );
  const isMissed = results.some(({ figures }) => figures.some((figure) => isMet(figure) === false));
  return results.some(({ error }) => error !== null) || (values.strict && isMissed) ? 1 : 0;
};

try {
  process.exit(await main());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(2);
}
