import { setTimeout as sleep } from 'node:timers/promises';

import { createClient } from './client.ts';
import { findLost } from './find-lost.ts';
import { startLoad } from './load.ts';
import { memoryByProcess } from './memory.ts';
import { servePage } from './serve-page.ts';
import { KINDS, startCluster } from './start-cluster.ts';

const SAMPLES = 10;

/** The processes in the order of the columns: `gateway-1`, `gateway-2`, `analytics-1`, … */
const PROCESSES = KINDS.flatMap((kind) => [`${kind}-1`, `${kind}-2`]);

/**
 * `npm run test:nightly soak SECONDS`: mixed load on two of everything, with the resident memory of each
 * process ten times on the way. It fails if anything acknowledged is lost.
 */
const main = async (): Promise<void> => {
  const seconds = Number(process.argv[2] ?? 600);
  if (!(seconds >= 10))
    throw new Error('Say for how many seconds, 10 or more: npm run test:nightly -- soak 600');
  const say = (cells: readonly string[]): void => void process.stdout.write(`| ${cells.join(' | ')} |\n`);
  const customer = await servePage();
  const cluster = await startCluster((line) => void process.stderr.write(`${line}\n`));
  const interrupt = (): void => void cluster.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const client = createClient({ gateways: cluster.gateways, key: cluster.key, customer });
    await client.begin();
    const load = startLoad(client);
    say(['Seconds', ...PROCESSES.map((name) => `${name.replace(/-(\d)$/, ' $1')}, MB`)]);
    say(['Seconds', ...PROCESSES].map(() => '---'));
    for (let sample = 0; sample <= SAMPLES; sample += 1) {
      if (sample > 0) await sleep((seconds * 1_000) / SAMPLES);
      const sizes = await memoryByProcess(cluster.members.values());
      say([
        ((seconds * sample) / SAMPLES).toFixed(0),
        ...PROCESSES.map((name) => String(sizes.get(name) ?? '–')),
      ]);
    }
    const seen = await load.stop();
    const failed = [...seen.failures].map(([status, count]) => `${count} × ${status}`).join(', ');
    process.stdout.write(`\n${seen.requests} requests; without success: ${failed || 'none'}.\n`);
    const lost = await findLost(client, seen);
    if (lost.length > 0) throw new Error(`Acknowledged and lost:\n${lost.join('\n')}`);
    process.stdout.write('Nothing that was acknowledged is lost.\n');
  } finally {
    await cluster.stop();
    customer.close();
  }
};

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
