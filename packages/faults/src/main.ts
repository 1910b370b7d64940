import { createClient } from './client.ts';
import { faults } from './faults.ts';
import { servePage } from './serve-page.ts';
import { startCluster } from './start-cluster.ts';
import { tableHead, tableRow } from './table.ts';
import { tryFault } from './try-fault.ts';

/**
 * `npm run test:faults [-- WORDS]`: lets things go wrong under load, one after the other (those
 * whose name holds the words), and prints a row for each. It fails if anything acknowledged is
 * lost, or the platform doesn't get well; how long that takes is only told.
 */
const main = async (): Promise<void> => {
  const words = process.argv.slice(2).join(' ');
  const chosen = faults.filter(({ name }) => name.includes(words));
  if (chosen.length === 0) throw new Error(`No fault is named like "${words}".`);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const { page, close } = await servePage();
  const cluster = await startCluster(() => undefined);
  const interrupt = (): void => void cluster.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  let lost: string[] = [];
  const failed: string[] = [];
  try {
    const { gateways, key, links } = cluster;
    const client = createClient({ gateways, key, page });
    const balanced = createClient({
      gateways: [`http://127.0.0.1:${links.gateway.port}`],
      key,
      page,
      keepAlive: false,
    });
    say(tableHead());
    for (const fault of chosen) {
      if (fault.applies?.(cluster) === false) {
        say(`SKIPPED: ${fault.name}. It takes ${fault.takes ?? 'what this machine lacks'}.`);
        continue;
      }
      const row = await tryFault(cluster, fault.isHarmless === true ? balanced : client, fault);
      say(tableRow(row));
      lost = [...lost, ...row.lost.map((line) => `${row.name}: ${line}`)];
      if (fault.isHarmless === true && row.failures.size > 0) failed.push(row.name);
    }
  } finally {
    await cluster.stop();
    close();
  }
  if (lost.length > 0) throw new Error(`Acknowledged and lost:\n${lost.join('\n')}`);
  if (failed.length > 0) throw new Error(`Requests failed for no fault: ${failed.join(', ')}`);
  say('\nNothing that was acknowledged is lost.');
};

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
