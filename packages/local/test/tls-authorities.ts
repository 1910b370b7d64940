import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { makeCertificates } from '@platform/testing';

export interface Authorities {
  /** A folder that servers of other users reach. */
  directory: string;
  /** Certificate of our authority, and of another that signed nothing. */
  own: string;
  others: string;
  /** This machine's certificate, signed by our authority. */
  certificate: string;
  key: string;
  remove(): Promise<void>;
}

/** Makes two authorities and a certificate of the first, in a temporary folder. */
export const makeAuthorities = async (): Promise<Authorities> => {
  const directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-tls-'));
  await chmod(directory, 0o711);
  const others = join(directory, 'others');
  await mkdir(others);
  await Promise.all([makeCertificates(directory), makeCertificates(others)]);
  return {
    directory,
    own: join(directory, 'ca.pem'),
    others: join(others, 'ca.pem'),
    certificate: join(directory, 'server.pem'),
    key: join(directory, 'server.key'),
    remove: () => rm(directory, { recursive: true, force: true }),
  };
};
