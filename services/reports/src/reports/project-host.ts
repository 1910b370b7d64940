import { domainToASCII } from 'node:url';

const DEFAULT_PORTS: Readonly<Record<string, readonly string[]>> = {
  http: ['80'],
  https: ['443'],
  '': ['80', '443'],
};

/**
 * The host of a project as URLs store it: `https://MÜNCHEN.example:443/x` becomes
 * `xn--mnchen-3ya.example`. Takes a URL or a host, with or without a port; other text stays as it is.
 */
export const projectHost = (text: string): string => {
  const [, scheme = '', authority = ''] = /^(?:(https?):\/\/)?([^/?#]*)/i.exec(text.trim()) ?? [];
  const [, name = authority, port] = /^(.*?)(?::(\d+))?:?$/.exec(authority) ?? [];
  const host = domainToASCII(name) || name.toLowerCase();
  const isDefault = port === undefined || DEFAULT_PORTS[scheme.toLowerCase()]?.includes(port) === true;
  return isDefault ? host : `${host}:${port}`;
};
