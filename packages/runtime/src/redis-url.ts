/** Where Redis is: a single server, a master that sentinels know, or a cluster. */
export interface RedisLocation {
  kind: 'sentinel' | 'cluster';
  /** The sentinels, or nodes of the cluster: any one that answers names the others. */
  hosts: { host: string; port: number }[];
  tls: boolean;
  username: string | undefined;
  password: string | undefined;
  /** The name that the sentinels know the master by; empty for a cluster. */
  master: string;
  /** Number of the database; a cluster has only 0. */
  database: number;
  /** For the sentinels themselves, if they require it. */
  sentinelUsername: string | undefined;
  sentinelPassword: string | undefined;
}

const URL_WITH_HOSTS =
  /^(rediss?)\+(sentinel|cluster):\/\/(?:([^:@/?#]*)(?::([^@/?#]*))?@)?([^@/?#]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/;
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;
const PATH = /^([\w.-]+)(?:\/(\d{1,4}))?$/;
const PORTS = { sentinel: 26_379, cluster: 6_379 };

const readHost = (text: string, defaultPort: number): { host: string; port: number } | undefined => {
  const [, host, port = String(defaultPort)] = HOST.exec(text.trim()) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) };
};

/** Decodes `%40` and the like; undefined if absent or empty. @throws URIError where a % begins nothing like it */
const decode = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : decodeURIComponent(text);

/** True if a name or password can be decoded. Left out instead, somebody else would be signed in, or nobody. */
const isEncoded = (text: string | undefined): boolean => {
  try {
    decode(text);
    return true;
  } catch {
    return false;
  }
};

/**
 * Parses an address with several hosts, which URL parsers reject:
 * `redis+sentinel://user:password@host1:26379,host2/master/0?sentinel_password=…` or
 * `redis+cluster://user:password@host1:6379,host2`; `rediss+…` for TLS.
 * @returns undefined if it is neither
 */
export const readRedisLocation = (url: string): RedisLocation | undefined => {
  const match = URL_WITH_HOSTS.exec(url);
  if (!match) return undefined;
  const [, scheme, kind, username, password, list = '', path = '', query] = match;
  if (kind !== 'sentinel' && kind !== 'cluster') return undefined;
  const hosts = list.split(',').map((host) => readHost(host, PORTS[kind]));
  const [, master = '', database = '0'] = PATH.exec(path) ?? [];
  if (hosts.includes(undefined) || (kind === 'sentinel' ? master === '' : path !== '')) return undefined;
  if (!isEncoded(username) || !isEncoded(password)) return undefined;
  const parameters = new URLSearchParams(query);
  return {
    kind,
    hosts: hosts.filter((host) => host !== undefined),
    tls: scheme === 'rediss',
    username: decode(username),
    password: decode(password),
    master,
    database: Number(database),
    sentinelUsername: parameters.get('sentinel_username') ?? undefined,
    sentinelPassword: parameters.get('sentinel_password') ?? undefined,
  };
};
