import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import type { DownloadedExport } from '@platform/client';

import { EXIT, formatTable, isSet, textOf, WAIT_OPTION, waitOf } from '../command.ts';
import type { Command } from '../command.ts';
import { exportTokens, fileDigest, loadConfig, lockedSource, writeLock, writeWhole } from './token-files.ts';
import type { LockEntry } from './token-files.ts';

type LeftOut = NonNullable<DownloadedExport['export']['left_out']>;

/** Lists what a file's format couldn't hold: `brand.xml lacks 3 gradient tokens (…): sunset, dawn, dusk`. */
const lossLines = (path: string, losses: LeftOut): string[] =>
  losses.map(({ type, reason, count, names }) => {
    const more = count > names.length ? ', …' : '';
    return `${path}: ${count} ${type} (${reason}): ${names.join(', ')}${more}`;
  });

export const pullTokensCommand: Command = {
  name: 'tokens pull',
  summary: 'Write the design tokens of dap.config.ts',
  operands: '',
  description: `Exports each palette or theme of the configuration and writes its file, and the SHA-256 of
all files into dap.lock.json. Commit both; dap tokens check compares them.`,
  options: {
    config: { type: 'string', value: 'FILE', help: 'Configuration; dap.config.ts by default' },
    wait: WAIT_OPTION,
    'dry-run': { type: 'boolean', help: 'Say what would be written, and write nothing' },
  },
  async run({ platform, values, terminal, signal }) {
    const { config, folder } = await loadConfig(terminal.cwd, textOf(values, 'config'));
    const client = platform();
    const files: Record<string, LockEntry> = {};
    const done: {
      path: string;
      status: 'new' | 'changed' | 'unchanged';
      bytes: number;
      sha256: string;
      written: number | null;
      left_out: LeftOut;
    }[] = [];
    const limits = { signal, waitFor: waitOf(values) };
    const dryRun = isSet(values, 'dry-run');
    for (const file of config.tokens) {
      const { bytes, sha256, export: job } = await exportTokens(client, file, limits);
      const target = resolve(folder, file.path);
      const before = await fileDigest(target);
      const changed = before === undefined ? 'new' : 'changed';
      const status = before === sha256 ? 'unchanged' : changed;
      if (status !== 'unchanged' && !dryRun) {
        await mkdir(dirname(target), { recursive: true });
        await writeWhole(target, bytes);
      }
      files[file.path] = { ...lockedSource(file), sha256 };
      const { written, left_out: losses } = job;
      done.push({
        path: file.path,
        status,
        bytes: bytes.length,
        sha256,
        written,
        left_out: losses ?? [],
      });
    }
    // Last, so that a pull that was cut off is seen by the check.
    if (!dryRun) await writeLock(folder, files);
    const rows = done.map(({ path, status, bytes }) => [status, bytes, path]);
    const losses = done.flatMap(({ path, left_out }) => lossLines(path, left_out));
    return {
      exitCode: EXIT.ok,
      text: [
        formatTable([['STATUS', 'BYTES', 'FILE'], ...rows]),
        ...(losses.length === 0
          ? []
          : ['', 'Completed with losses; the format has no place for:', ...losses]),
      ].join('\n'),
      json: { dry_run: dryRun, files: done },
    };
  },
};
