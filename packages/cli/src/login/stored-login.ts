import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Terminal } from '../command.ts';
import { UsageError } from '../command.ts';

/** The login that `dap login` stores. */
export interface StoredLogin {
  readonly url: string;
  readonly key: string;
  /** Id of the key where `dap login` had it made; one that was pasted may be in use elsewhere. */
  readonly madeKey?: string;
}

/** By the XDG base directories; undefined where there is no home. */
const fileOf = ({ env }: Terminal): string | undefined => {
  const home = env['HOME'] ?? env['USERPROFILE'];
  const folder = env['XDG_CONFIG_HOME'] || (home ? join(home, '.config') : '');
  return folder === '' ? undefined : join(folder, 'dap', 'login.json');
};

/** The stored login; undefined where there is none that can be read. */
export const readLogin = async (terminal: Terminal): Promise<StoredLogin | undefined> => {
  const file = fileOf(terminal);
  if (file === undefined) return undefined;
  try {
    const { url, key, madeKey } = JSON.parse(await readFile(file, 'utf8')) as Partial<StoredLogin>;
    if (typeof url !== 'string' || typeof key !== 'string') return undefined;
    return { url, key, ...(typeof madeKey === 'string' ? { madeKey } : {}) };
  } catch {
    return undefined;
  }
};

/** Stores a login for this user only. @throws UsageError without a home */
export const writeLogin = async (terminal: Terminal, login: StoredLogin): Promise<string> => {
  const file = fileOf(terminal);
  if (file === undefined) throw new UsageError('There is no home to store a login in: set DAP_KEY instead.');
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  // A file that is there keeps its mode.
  await rm(file, { force: true });
  await writeFile(file, `${JSON.stringify(login)}\n`, { mode: 0o600 });
  return file;
};

/** Forgets the login. */
export const removeLogin = async (terminal: Terminal): Promise<void> => {
  const file = fileOf(terminal);
  if (file !== undefined) await rm(file, { force: true });
};
