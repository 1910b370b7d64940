export interface TlsFacts {
  /** As Node names it: `TLSv1.3`. */
  protocol: string;
  cipher: string;
  /** What the server chose when offered `h2` and `http/1.1`; null when it does not speak ALPN. */
  alpn: string | null;
  /** Whether the chain and the name were verified. */
  authorized: boolean;
  authorizationError: string | null;
  issuer: string;
  subject: string;
  validFrom: string;
  validTo: string;
}
