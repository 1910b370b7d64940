import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { Spec, Validation } from '@cyclonedx/cyclonedx-library';

import { read } from '../src/components.ts';
import { VERSIONED } from '../src/version.ts';

import { copyRepository } from './copy-repository.ts';
import type { Copy } from './copy-repository.ts';

const NEXT = '97.98.99';

let copy: Copy;
beforeAll(async () => {
  copy = await copyRepository();
});
afterAll(() => copy.remove());

const readCopied = (file: string): Promise<string> => readFile(join(copy.folder, file), 'utf8');
const release = (...words: string[]): Promise<string> => copy.run('npm', 'run', 'release', '--', ...words);
const changed = async (): Promise<string[]> =>
  (await copy.run('git', 'status', '--porcelain', '--untracked-files=all'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3));

it('writes nothing without a version, for an older one, or over changes that are not committed', async () => {
  await expect(release()).rejects.toThrow('Name the version');
  await expect(release('0.0.1')).rejects.toThrow('is not above');
  expect(await changed()).toEqual([]);
  await writeFile(join(copy.folder, 'note.txt'), 'Not committed.\n');
  await expect(release(NEXT)).rejects.toThrow('Commit or stash');
  expect(await changed()).toEqual(['note.txt']);
  await copy.run('git', 'clean', '--force', '--quiet', 'note.txt');
});

it('writes all that a version consists of, and says how to commit and tag it', async () => {
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  // Right after a release there is nothing that could be released.
  const log = await read('CHANGELOG.md');
  const withNews = log.replace('## Unreleased\n', '## Unreleased\n\n- News of a test.\n');
  await writeFile(join(copy.folder, 'CHANGELOG.md'), withNews);
  await copy.commit();

  const said = await release(NEXT);
  expect(said).toContain(`git commit -m "Release ${NEXT}" && git tag v${NEXT}`);

  const sbom = await readCopied('deploy/release/sbom.cdx.json');
  expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(sbom)).toBeNull();
  const { metadata, components } = JSON.parse(sbom) as {
    metadata: { component: { version: string } };
    components: { name: string; version: string }[];
  };
  expect(metadata.component.version).toBe(NEXT);
  const page = await readCopied('docs/licences.md');
  expect(components.filter((one) => !page.includes(`${one.name} ${one.version}`))).toEqual([]);

  expect(await readCopied('CHANGELOG.md')).toMatch(
    new RegExp(`^## Unreleased\n\n## ${NEXT} \\(\\d{4}-\\d\\d-\\d\\d\\)\n\n- News of a test.$`, 'm'),
  );
  const versioned = (await copy.run('git', 'ls-files', ...VERSIONED)).trim().split('\n');
  const written = await changed();
  const unexpected = written.filter((file) => !versioned.includes(file));
  expect(unexpected.filter((file) => file !== 'docs/licences.md')).toEqual([
    'CHANGELOG.md',
    'deploy/release/sbom.cdx.json',
  ]);
  for (const file of versioned.filter((name) => name.endsWith('package.json')))
    expect(JSON.parse(await readCopied(file))).toMatchObject({ version: NEXT });
  expect(await readCopied('docker-compose.yml')).not.toContain(`PLATFORM_VERSION:-${version}}`);
  expect(await readCopied('docker-compose.yml')).toContain(`PLATFORM_VERSION:-${NEXT}}`);
});

it('is committed and tagged as it says, and comes with its SBOM', async () => {
  await copy.commit();
  await copy.run('git', 'tag', `v${NEXT}`);
  const kept = await copy.run('git', 'show', `v${NEXT}:deploy/release/sbom.cdx.json`);
  expect(JSON.parse(kept)).toMatchObject({ bomFormat: 'CycloneDX' });
});
