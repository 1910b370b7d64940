import { domainToASCII, domainToUnicode } from 'node:url';
import { splitRecipients } from '@platform/mailer';

/** Mail recipients for an organisation's websites that have none. */
export interface DefaultRecipients {
  /**
   * The organisation's own addresses, or else the installation's owner; empty if neither is set.
   */
  of(organisation: string): Promise<readonly string[]>;
}

/** Returns the recipients of a website's mail: its own, one per line, or else the defaults. */
export const recipientsOf = (lines: string | null, defaults: readonly string[]): readonly string[] => {
  const own = splitRecipients(lines ?? '');
  return own.length > 0 ? own : defaults;
};

/** Derives the defaults from an organisation's setting and the installation's owner. */
export const createDefaultRecipients = (
  store: { find(organisation: string): Promise<string | null> },
  ownerEmail: string | undefined,
): DefaultRecipients => ({
  of: async (organisation) =>
    recipientsOf(await store.find(organisation), ownerEmail === undefined ? [] : [ownerEmail]),
});

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/**
 * The host of what a user typed for a domain, in lower case and punycode, without scheme, port,
 * path and final dot.
 * @returns null if it isn't a domain name; an IP address isn't one, `localhost` is accepted for
 *   trials
 */
export const normaliseDomain = (text: string): string | null => {
  const authority = text
    .trim()
    .replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
    .replace(/[/?#].*$/s, '')
    .replace(/:\d{1,5}$/, '')
    .replace(/\.$/, '');
  if (/[@:\s%\\[\]]/.test(authority)) return null;
  const host = domainToASCII(authority);
  const labels = host.split('.');
  if (host === '' || host.length > 253 || !labels.every((label) => LABEL.test(label))) return null;
  if (host === 'localhost') return host;
  // A last label of digits is how an IPv4 address ends, and never a top-level domain.
  const last = labels.at(-1) ?? '';
  return labels.length > 1 && !/^\d+$|^0x/.test(last) ? host : null;
};

/** The domain as people write it: `müller.example` for `xn--mller-kva.example`. */
export const shownDomain = (domain: string): string => domainToUnicode(domain) || domain;

/** The domain without a leading `www.` and a final dot, to compare pages, origins and referrers with. */
export const bareDomain = (domain: string): string => domain.replace(/^www\./, '').replace(/\.$/, '');

/** True if `host` is the website's domain or one of its subdomains. */
export const belongsToDomain = (host: string, domain: string): boolean => {
  const [bare, own] = [bareDomain(domain), bareDomain(host)];
  return own === bare || own.endsWith(`.${bare}`);
};
