import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { unzipSync } from 'fflate';

import { buildDownloads, toTarball } from '../src/build-downloads.ts';
import type { Download } from '../src/build-downloads.ts';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

let folder: string;
let downloads: readonly Download[];

const tarballs = () => downloads.filter(({ file }) => file.endsWith('.tgz'));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'downloads-'));
  downloads = await buildDownloads(join(folder, 'built'));
  for (const { name, latest } of tarballs()) {
    const target = join(folder, 'node_modules', name);
    await mkdir(target, { recursive: true });
    await run('tar', ['-xzf', join(folder, 'built', latest), '-C', target, '--strip-components=1']);
  }
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('makes the same bytes of the same sources', async () => {
  const again = await buildDownloads(join(folder, 'again'));
  expect(again).toEqual(downloads);
});

it('packs JavaScript, types, README and licence; no sources, and no dependencies', async () => {
  for (const { name, latest } of tarballs()) {
    const { stdout } = await run('tar', ['-tzf', join(folder, 'built', latest)]);
    const files = stdout.trim().split('\n');
    for (const file of ['package.json', 'README.md', 'LICENSE', 'dist/index.js', 'dist/index.d.ts'])
      expect(files).toContain(`package/${file}`);
    expect(files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts'))).toEqual([]);
    const manifest = JSON.parse(
      await readFile(join(folder, 'node_modules', name, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect(manifest['name']).toBe(name);
    expect(manifest['dependencies']).toBeUndefined();
    const code = await readFile(join(folder, 'node_modules', name, 'dist/index.js'), 'utf8');
    expect(code).not.toContain('@platform/');
  }
});

it('packs the Python client as a wheel whose list has what is in it', async () => {
  const wheel = downloads.find(({ file }) => file.endsWith('.whl'));
  expect(wheel).toMatchObject({ name: 'design-and-analytics', latest: wheel?.file });
  const files = unzipSync(await readFile(join(folder, 'built', wheel?.file ?? '')));
  const about = `design_and_analytics-${wheel?.version}.dist-info`;
  const record = Buffer.from(files[`${about}/RECORD`] ?? []).toString();
  for (const [name, content] of Object.entries(files)) {
    const digest = createHash('sha256').update(content).digest('base64url');
    if (name !== `${about}/RECORD`) expect(record).toContain(`${name},sha256=${digest},${content.length}\n`);
  }
  expect(Object.keys(files)).toEqual(
    expect.arrayContaining([
      `${about}/METADATA`,
      `${about}/LICENSE`,
      'design_and_analytics/__init__.py',
      'design_and_analytics/py.typed',
    ]),
  );
  expect(Buffer.from(files[`${about}/METADATA`] ?? []).toString()).toContain(
    `\nVersion: ${wheel?.version}\n`,
  );
});

it('has types that a strict project takes', async () => {
  await symlink(join(ROOT, 'node_modules', '@types'), join(folder, 'node_modules', '@types'));
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(
    join(folder, 'use.ts'),
    `import { createPlatform } from '@design-and-analytics/client';
import { defineConfig, EXIT } from '@design-and-analytics/cli';
const platform = createPlatform({ url: 'http://x', key: 'k' });
export const domains = async (): Promise<string[]> => (await platform.websites.list().all()).map(({ domain }) => domain);
export default defineConfig({ tokens: [{ palette: 'pal_x', format: 'css', path: 'a.css' }] });
// @ts-expect-error: no such format
defineConfig({ tokens: [{ palette: 'pal_x', format: 'word', path: 'a.css' }] });
const failed: 1 = EXIT.failed;
void failed;
`,
  );
  const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
  const strict = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--types', 'node'];
  const modules = ['--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext'];
  const checked = run(process.execPath, [tsc, ...strict, ...modules, 'use.ts'], { cwd: folder });
  await expect(checked).resolves.toMatchObject({ stdout: '' });
}, 60_000);

it('refuses a path that a header can’t hold', async () => {
  await expect(toTarball([{ path: 'x'.repeat(93), content: '' }])).rejects.toThrow('too long');
});
