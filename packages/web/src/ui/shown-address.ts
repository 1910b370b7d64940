import { toUnicode } from 'punycode';

/** A domain as people write it: `müller.example` for `xn--mller-kva.example`. */
export const shownDomain = (domain: string): string => {
  try {
    return toUnicode(domain);
  } catch {
    // A label that only looks like Punycode.
    return domain;
  }
};

/** An address with the host as people write it; the path stays as it is sent. */
export const shownAddress = (address: string): string =>
  address.replace(
    /^([a-z][a-z0-9+.-]*:\/\/)([^/?#:]+)/i,
    (_, scheme: string, host: string) => scheme + shownDomain(host),
  );
