import { loadConfig } from '@platform/runtime';

import { configVariables } from './config.ts';
import type { Config } from './config.ts';
import { addressesIn, addressVariables, targetsIn } from './routing-table.ts';
import type { ServiceAddresses } from './routing-table.ts';

const WAIT_MILLISECONDS = 3_000;

const config = loadConfig<Pick<Config, 'PORT'> & ServiceAddresses>(
  { PORT: configVariables.PORT, ...addressVariables },
  process.env,
);

const isReady = async (address: string): Promise<boolean> => {
  const signal = AbortSignal.timeout(WAIT_MILLISECONDS);
  const answer = await fetch(new URL('/health/ready', address), { signal }).catch(() => undefined);
  return answer?.ok === true;
};

/**
 * The container's health check: the gateway is healthy when it can answer for all of its areas.
 * `/health/ready` is another matter, for a load balancer had better keep a gateway that serves two.
 * With the word `alone` it is a worker's, which is asked about itself only.
 */
const areas = process.argv.includes('alone') ? [] : Object.values(addressesIn(config));
const addresses = [`http://127.0.0.1:${config.PORT}`, ...areas];
const isAnyReady = async (instances: string): Promise<boolean> =>
  (await Promise.all(targetsIn(instances).map(isReady))).includes(true);
const answers = await Promise.all(addresses.map(isAnyReady));
const silent = addresses.filter((_, index) => answers[index] !== true);
if (silent.length > 0) process.stderr.write(`not ready: ${silent.join(', ')}\n`);
process.exit(silent.length === 0 ? 0 : 1);
