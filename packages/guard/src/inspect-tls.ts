import { isIP } from 'node:net';
import type { PeerCertificate, TLSSocket } from 'node:tls';
import { connect } from 'node:tls';

import { GuardError, toGuardError } from './guard-error.ts';
import { createGuardedLookup, refuseLiteral } from './guarded-connector.ts';
import type { ConnectorDeps } from './guarded-connector.ts';

export interface TlsInspection {
  /** As Node names it: `TLSv1.3`. */
  readonly protocol: string;
  readonly cipher: string;
  /** Protocol that the server chose from `h2` and `http/1.1`; null when it doesn't speak ALPN. */
  readonly alpn: string | null;
  /** Whether the chain and the name were verified. */
  readonly authorized: boolean;
  readonly authorizationError: string | null;
  readonly issuer: string;
  readonly subject: string;
  /** ISO 8601 UTC. */
  readonly validFrom: string;
  readonly validTo: string;
}

const commonName = (name: PeerCertificate['subject'] | undefined): string => {
  const value = name?.CN || name?.O || '';
  return Array.isArray(value) ? value.join(', ') : value;
};

const isoDate = (text: string): string => {
  const time = Date.parse(text);
  return Number.isNaN(time) ? '' : new Date(time).toISOString();
};

const describe = (socket: TLSSocket): TlsInspection => {
  const certificate = socket.getPeerCertificate();
  // Node types it as an Error, and gives the code as a string.
  const error: unknown = socket.authorizationError;
  return {
    protocol: socket.getProtocol() ?? '',
    cipher: socket.getCipher().standardName,
    alpn: typeof socket.alpnProtocol === 'string' ? socket.alpnProtocol : null,
    authorized: socket.authorized,
    authorizationError: socket.authorized ? null : Error.isError(error) ? error.message : String(error),
    issuer: commonName(certificate.issuer),
    subject: commonName(certificate.subject),
    validFrom: isoDate(certificate.valid_from),
    validTo: isoDate(certificate.valid_to),
  };
};

/**
 * Shakes hands with an HTTPS server, guarded like requests, and describes what it offers. Nothing
 * is sent, so a bad certificate is described rather than refused.
 * @throws GuardError if the handshake fails
 */
export const inspectTls = (deps: ConnectorDeps, url: URL, signal: AbortSignal): Promise<TlsInspection> =>
  new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const port = Number(url.port || 443);
    refuseLiteral(deps.policy, host, port);
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 ? { servername: host } : {}),
      lookup: createGuardedLookup(deps, port),
      ALPNProtocols: ['h2', 'http/1.1'],
      rejectUnauthorized: false,
      ...(deps.ca ? { ca: [...deps.ca] } : {}),
    });
    const fail = (error: unknown): void => {
      finish();
      reject(toGuardError(error));
    };
    const onAbort = (): void => {
      fail(new GuardError('timeout'));
    };
    const finish = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.destroy();
    };
    const timer = setTimeout(onAbort, deps.connectTimeout);
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    socket.on('error', fail);
    socket.once('secureConnect', () => {
      const facts = describe(socket);
      finish();
      resolve(facts);
    });
  });
