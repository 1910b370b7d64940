import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { librariesInCode } from '../../src/page/libraries/recognise-libraries.ts';
import { RETIRE_LIST } from './retire-list.ts';

const LISTED = RETIRE_LIST.flatMap(({ npm, ...listed }) =>
  npm === null ? [] : [{ ...listed, npm, folder: `${npm[0]}-${listed.version}` }],
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'retire-list-'));
  const aliases = LISTED.map(({ npm: [name], version, folder: alias }) => `${alias}@npm:${name}@${version}`);
  await promisify(execFile)('npm', [
    'install',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--prefix',
    folder,
    ...new Set(aliases),
  ]);
}, 300_000);
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

it.each(LISTED)(
  'recognises $library $version by what is in $npm, as retire.js does',
  async ({ library, version, npm: [, path], folder: alias }) => {
    const code = await readFile(join(folder, 'node_modules', alias, path), 'utf8');
    expect(librariesInCode(code)).toContainEqual({ name: library, version });
  },
);
