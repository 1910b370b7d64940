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
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const { page, close } = await servePage();
  const cluster = await startCluster(() => undefined);
  const interrupt = (): void => void cluster.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  let lost: string[] = [];
  try {
    const client = createClient({ gateways: cluster.gateways, key: cluster.key, page });
    say(tableHead());
    for (const fault of faults.filter(({ name }) => name.includes(words))) {
      if (fault.applies?.(cluster) === false) {
        say(`SKIPPED: ${fault.name}. There is no redis-server on the PATH.`);
        continue;
      }
      const row = await tryFault(cluster, client, fault);
      say(tableRow(row));
      lost = [...lost, ...row.lost.map((line) => `${row.name}: ${line}`)];
    }
  } finally {
    await cluster.stop();
    close();
  }
  if (lost.length > 0) throw new Error(`Acknowledged and lost:\n${lost.join('\n')}`);
  say('\nNothing that was acknowledged is lost.');
};

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
