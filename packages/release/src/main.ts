import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';

import { listComponents, read, ROOT, runAtRoot, toLicencesPage, toSbom, write } from './components.ts';
import { assertIsNext, VERSIONED, withRelease, withVersion } from './version.ts';

/**
 * `npm run release -- VERSION`: sets the version everywhere, dates the change log, and writes the
 * SBOM and the page of licences, and builds the tarballs of the client and the command line. Committing, tagging and pushing are left to whoever releases.
 * `npm run release -- licences` only writes the page, after a change of what is installed.
 */
const main = async (): Promise<void> => {
  const [next] = process.argv.slice(2);
  if (next === undefined) throw new Error('Name the version: npm run release -- 1.2.3');
  if (next === 'licences') {
    await write('docs/licences.md', toLicencesPage(await listComponents()));
    return;
  }
  const { version: current } = JSON.parse(await read('package.json')) as { version: string };
  assertIsNext(current, next);
  if ((await runAtRoot('git', 'status', '--porcelain')) !== '')
    throw new Error('Commit or stash your changes first.');

  // Before the first file is written, because packages may be missing.
  const components = await listComponents();
  const now = new Date();
  await write('CHANGELOG.md', withRelease(await read('CHANGELOG.md'), next, now.toISOString().slice(0, 10)));
  const files = (await runAtRoot('git', 'ls-files', ...VERSIONED)).split('\n').filter((file) => file !== '');
  for (const file of files) await write(file, withVersion(await read(file), current, next));
  await mkdir(join(ROOT, 'deploy/release'), { recursive: true });
  await write('deploy/release/sbom.cdx.json', toSbom(next, components, now));
  await write('docs/licences.md', toLicencesPage(components));
  await runAtRoot('node', 'packages/downloads/src/main.ts', 'dist/downloads');
  process.stdout.write(`
  ${next} is ready: ${components.length} components. Review it, then:

    npm run format && npm test
    git add -A && git commit -m "Release ${next}" && git tag v${next} && git push --follow-tags

  The client and the command line to attach to it are in dist/downloads.

`);
};

main().catch((error: unknown) => {
  process.stderr.write(`\n  ${error instanceof Error ? error.message : String(error)}\n\n`);
  process.exitCode = 1;
});
