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

/** Turns typed text into an address; people leave `https://` out. */
export const asAddress = (typed: string): string =>
  /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;

/**
 * The path of an address of the platform. The console is served by it, but maybe under another name
 * than the one that the platform was given, and no policy lets in anything from elsewhere.
 */
export const ownPath = (url: string): string => {
  const { pathname, search } = new URL(url, 'http://platform');
  return pathname + search;
};
