import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Packages that were unpacked for a suite, and are removed behind it. */
export interface InstalledPackages {
  /** Where a file of a package is. */
  pathOf(specifier: string, file: string): string;
  remove(): Promise<void>;
}

/** `@scope/name@1.2.3` → `scope-name-1.2.3`, as npm names archives. */
const archiveOf = (specifier: string): string => specifier.replace(/^@/, '').replace(/[/@]/g, '-');

/**
 * Downloads packages by npm into a temporary folder, and unpacks them there. Nothing of them is run, and
 * what they depend on stays away. `DESIGN_SYSTEMS` names a folder with their archives instead.
 */
export const installPackages = async (specifiers: readonly string[]): Promise<InstalledPackages> => {
  const folder = await mkdtemp(join(tmpdir(), 'design-systems-'));
  const given = process.env['DESIGN_SYSTEMS'];
  const archives = given ?? folder;
  if (given === undefined) await run('npm', ['pack', '--silent', ...specifiers], { cwd: folder });
  for (const specifier of specifiers) {
    const name = archiveOf(specifier);
    await run('mkdir', [join(folder, name)]);
    await run('tar', [
      ...['-xzf', join(archives, `${name}.tgz`)],
      ...['-C', join(folder, name), '--strip-components=1'],
    ]);
  }
  return {
    pathOf: (specifier, file) => join(folder, archiveOf(specifier), file),
    remove: () => rm(folder, { recursive: true }),
  };
};
