import { resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { DownloadExportOptions, Platform } from '@platform/client';

import { EXIT, formatTable, isSet, textOf, WAIT_OPTION, waitOf } from '../command.ts';
import type { Command } from '../command.ts';
import { exportTokens, fileDigest, loadConfig, lockedSource, readLock } from './token-files.ts';
import type { LockEntry, TokenFile } from './token-files.ts';

type Status = 'ok' | 'not pulled' | 'configuration changed' | 'missing' | 'edited' | 'out of date';

const withoutDigest = ({ sha256: _sha256, ...source }: LockEntry): Omit<LockEntry, 'sha256'> => source;

const localStatus = async (
  file: TokenFile,
  locked: LockEntry | undefined,
  folder: string,
): Promise<Status> => {
  if (locked === undefined) return 'not pulled';
  if (!isDeepStrictEqual(withoutDigest(locked), lockedSource(file))) return 'configuration changed';
  const digest = await fileDigest(resolve(folder, file.path));
  if (digest === undefined) return 'missing';
  return digest === locked.sha256 ? 'ok' : 'edited';
};

/** Finds out whether the platform would give another file by now. */
const remoteStatus = async (
  client: Platform,
  file: TokenFile,
  locked: LockEntry | undefined,
  limits: DownloadExportOptions,
): Promise<Status> => {
  const { sha256 } = await exportTokens(client, file, limits);
  return sha256 === locked?.sha256 ? 'ok' : 'out of date';
};

export const checkTokensCommand: Command = {
  name: 'tokens check',
  summary: 'Check that pulled tokens are what the platform has',
  operands: '',
  description: `Fails when a file is missing or was edited, when the configuration changed, or when the platform
would now produce a different file.`,
  options: {
    config: { type: 'string', value: 'FILE', help: 'Configuration; dap.config.ts by default' },
    wait: WAIT_OPTION,
    offline: { type: 'boolean', help: 'Check only the files and the lock, without the platform' },
  },
  async run({ platform, values, terminal, signal }) {
    const { config, folder } = await loadConfig(terminal.cwd, textOf(values, 'config'));
    const lock = await readLock(folder);
    const client = isSet(values, 'offline') ? undefined : platform();
    const limits = { signal, waitFor: waitOf(values) };
    const files: { path: string; status: Status }[] = [];
    for (const file of config.tokens) {
      const locked = Object.hasOwn(lock, file.path) ? lock[file.path] : undefined;
      const local = await localStatus(file, locked, folder);
      const status = local === 'ok' && client ? await remoteStatus(client, file, locked, limits) : local;
      files.push({ path: file.path, status });
    }
    const passed = files.every(({ status }) => status === 'ok');
    const table = formatTable([['STATUS', 'FILE'], ...files.map(({ path, status }) => [status, path])]);
    return {
      exitCode: passed ? EXIT.ok : EXIT.failed,
      text: passed ? table : `${table}\ndap tokens pull brings them up to date.\n`,
      json: { passed, files },
    };
  },
};
