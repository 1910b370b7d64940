import type { Cluster } from 'ioredis';

const INTERVAL_MILLISECONDS = 2_000;

const askRegularly = (client: Pick<Cluster, 'on' | 'refreshSlotsCache'>): void => {
  let timer: NodeJS.Timeout | undefined;
  client.on('connecting', () => {
    timer ??= setInterval(() => {
      client.refreshSlotsCache();
    }, INTERVAL_MILLISECONDS).unref();
  });
  client.on('end', () => {
    clearInterval(timer);
    timer = undefined;
  });
};

/**
 * Has a client ask its cluster for the slot map every two seconds while it is open, and its duplicates,
 * too. A frozen master neither closes connections nor redirects anyone: unless the cluster is asked,
 * commands would keep going to it, and those that it has would never be given to its replica.
 *
 * ioredis' own `slotsRefreshInterval` goes on for ever if the client is closed while it waits for an
 * answer, as it does beside a frozen server, and keeps the process alive.
 */
export const refreshSlots = (client: Cluster): Cluster => {
  askRegularly(client);
  const duplicate = client.duplicate.bind(client);
  return Object.assign(client, {
    duplicate: (...changes: Parameters<Cluster['duplicate']>) => refreshSlots(duplicate(...changes)),
  });
};
