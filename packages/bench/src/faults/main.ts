import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';

import { ROOT } from '@platform/local';

import { createClient } from './client.ts';
import { faults } from './faults.ts';
import { recountAll } from './recount.ts';
import { servePage } from './serve-page.ts';
import { startCluster } from './start-cluster.ts';
import { tableHead, tableRow } from './table.ts';
import { tryFault } from './try-fault.ts';
import { replaceTable } from './write-page.ts';

const PAGE = new URL('docs/faults.md', ROOT);

/**
 * `npm run test:nightly outages [WORDS]`: lets things go wrong under load, one after the other (those
 * whose name holds the words), and prints a row for each. It fails if anything acknowledged is
 * lost, if in the end statistics differ from the raw rows, or if the platform doesn't get well; how
 * long that takes is only told. With `--write`, the rows of a whole run replace those of `docs/faults.md`.
 */
const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    options: { write: { type: 'boolean', default: false } },
    allowPositionals: true,
  });
  const words = positionals.join(' ');
  if (values.write && words !== '') throw new Error('--write needs a complete run: leave out the words.');
  const chosen = faults.filter(({ name }) => name.includes(words));
  if (chosen.length === 0) throw new Error(`No fault has "${words}" in its name.`);
  const say = (text: string): void => void process.stdout.write(`${text}\n`);
  const table: string[] = [];
  const tell = (line: string): void => {
    table.push(line);
    say(line);
  };
  const customer = await servePage();
  const cluster = await startCluster(() => undefined);
  const interrupt = (): void => void cluster.stop().then(() => process.exit(130));
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  let lost: string[] = [];
  const failed: string[] = [];
  let differing: readonly string[];
  try {
    const { gateways, key, links } = cluster;
    const client = createClient({ gateways, key, customer });
    const balanced = createClient({
      gateways: [`http://127.0.0.1:${links.gateway.port}`],
      key,
      customer,
      keepAlive: false,
    });
    for (const line of tableHead()) tell(line);
    for (const fault of chosen) {
      if (fault.applies?.(cluster) === false) {
        say(`SKIPPED: ${fault.name}. It takes ${fault.takes ?? 'what this machine lacks'}.`);
        continue;
      }
      const row = await tryFault(cluster, fault.isHarmless === true ? balanced : client, fault);
      tell(tableRow(row));
      lost = [...lost, ...row.lost.map((line) => `${row.name}: ${line}`)];
      if (fault.isHarmless === true && row.failures.size > 0) failed.push(row.name);
    }
    differing = await recountAll(cluster.analyticsDatabase);
  } finally {
    await cluster.stop();
    customer.close();
  }
  if (lost.length > 0) throw new Error(`Acknowledged and lost:\n${lost.join('\n')}`);
  if (failed.length > 0) throw new Error(`Requests failed for no fault: ${failed.join(', ')}`);
  if (differing.length > 0) throw new Error(`Counted anew:\n${differing.join('\n')}`);
  say('\nNothing that was acknowledged is lost, and the statistics are what the raw rows say.');
  if (values.write) await writeFile(PAGE, replaceTable(await readFile(PAGE, 'utf8'), table));
};

main().catch((error: unknown) => {
  process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
