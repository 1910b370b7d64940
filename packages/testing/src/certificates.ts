import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True where certificates can be made. */
export const hasOpenssl = (): boolean => spawnSync('openssl', ['version']).status === 0;

/**
 * Makes an authority of its own in a folder (`ca.pem`), and a certificate of it for this machine
 * (`server.pem`, `server.key`).
 */
export const makeCertificates = async (directory: string): Promise<void> => {
  const openssl = (...words: string[]): Promise<unknown> => run('openssl', words, { cwd: directory });
  const key = ['-newkey', 'rsa:2048', '-nodes'];
  await openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Our own');
  await openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  await writeFile(`${directory}/names`, 'subjectAltName=DNS:localhost,IP:127.0.0.1\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-extfile', 'names'];
  await openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.pem');
};
