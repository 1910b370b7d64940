import { lookup, Resolver } from 'node:dns/promises';

/** Gives all addresses of a host name. Fails with an error whose `code` is one of node:dns. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

const codeOf = (error: unknown): unknown =>
  Error.isError(error) && 'code' in error ? error.code : undefined;

/**
 * Asks the name servers directly first, because `lookup` (getaddrinfo) blocks one of libuv's four
 * threads for as long as a hostile name server pleases. Names unknown to DNS go to `lookup`, which
 * reads the hosts file and search domains.
 */
export const createResolveHost = (): ResolveHost => {
  const resolver = new Resolver({ timeout: 1500, tries: 2 });
  return async (hostname) => {
    const answers = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const timedOut = answers.find(
      (answer) => answer.status === 'rejected' && codeOf(answer.reason) === 'ETIMEOUT',
    );
    if (timedOut?.status === 'rejected') throw timedOut.reason;
    return (await lookup(hostname, { all: true })).map(({ address }) => address);
  };
};
