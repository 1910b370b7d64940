import { listComponents, read, runAtRoot, toLicencesPage, toSbom } from '../src/components.ts';
import type { Component } from '../src/components.ts';
import { assertIsNext, VERSIONED, withRelease, withVersion } from '../src/version.ts';

interface Sbom {
  bomFormat: string;
  specVersion: string;
  components: { name: string; purl: string; hashes?: { content: string }[]; licenses: object[] }[];
  dependencies: { ref: string; dependsOn?: string[] }[];
}

let components: Component[];
beforeAll(async () => {
  components = await listComponents();
});

it('lists what runs in production with its hash, and nothing that only develops', () => {
  const names = components.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(['express', 'pg', 'bullmq', 'knex']));
  const developing =
    /^(@?jest\b|@babel\/core|eslint|knip|supertest|smtp-server|oidc-provider|autocannon|@cyclonedx\/)/;
  expect(names.filter((name) => developing.test(name))).toEqual([]);
  expect(components.filter(({ integrity }) => integrity?.startsWith('sha512-') !== true)).toEqual([]);
});

it('lists each once', () => {
  expect(new Set(components.map(({ name, version }) => `${name}@${version}`)).size).toBe(components.length);
});

it('finds what is only a package of ours’ dependency, and loaded only when it is configured', () => {
  const names = components.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining([
      'bullmq-otel',
      '@opentelemetry/sdk-trace',
      'nodemailer',
      'vite',
      'pg-copy-streams',
    ]),
  );
});

// Elsewhere other packages are installed.
const isLinux = process.platform === 'linux' && process.arch === 'x64';
const PAGE = 'docs/licences.md lists what the lock file says';
if (!isLinux) process.stderr.write(`Skipped: ${PAGE}. It lists the packages for Linux on x64.\n`);
(isLinux ? it : it.skip)(`${PAGE}: otherwise run npm run release -- licences`, async () => {
  expect(await read('docs/licences.md')).toBe(toLicencesPage(components));
});

it('writes them as CycloneDX', () => {
  const sbom = JSON.parse(toSbom('1.2.3', components, new Date(0))) as Sbom;
  expect(sbom).toMatchObject({
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    metadata: { timestamp: '1970-01-01T00:00:00.000Z', component: { version: '1.2.3' } },
  });
  expect(sbom.components).toHaveLength(components.length);
  const fetcher = sbom.components.find(({ name }) => name === 'undici');
  expect(fetcher?.purl).toMatch(/^pkg:npm\/undici@\d/);
  expect(fetcher?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/);
  const root = sbom.dependencies.find(({ ref }) => ref === 'platform');
  expect(root?.dependsOn).toHaveLength(components.length);
});

it('needs no licence that would bind the platform', () => {
  const binding = components.filter(({ licence }) => /\bA?GPL|SSPL|BUSL|UNLICENSED|Unknown/i.test(licence));
  // A library of its own, loaded and not changed, may be under the Lesser GPL.
  expect(binding.filter(({ licence }) => !licence.startsWith('LGPL'))).toEqual([]);
  expect(toLicencesPage(components)).toMatch(/## MIT \(\d{3}\)/);
});

it('sets the version wherever it stands', async () => {
  const { version } = JSON.parse(await read('package.json')) as { version: string };
  const files = (await runAtRoot('git', 'ls-files', ...VERSIONED)).trim().split('\n');
  expect(files.length).toBeGreaterThan(20);
  const stale: string[] = [];
  for (const file of files) {
    const before = await read(file);
    const after = withVersion(before, version, '97.98.99');
    const isOurs = file.endsWith('package.json') || before.includes(version);
    if (
      isOurs &&
      (after === before || after.includes(`:-${version}}`) || after.includes(`newTag: ${version}`))
    )
      stale.push(file);
  }
  expect(stale).toEqual([]);
});

it('takes only a version above the one there is', () => {
  for (const next of ['0.2.0', '0.1.9', '0.2', 'v0.3.0', '1.0.0-beta'])
    expect(() => {
      assertIsNext('0.2.0', next);
    }).toThrow();
  for (const next of ['0.2.1', '0.3.0', '0.10.0', '1.0.0'])
    expect(() => {
      assertIsNext('0.2.0', next);
    }).not.toThrow();
});

it('dates what is unreleased, and refuses to release nothing', () => {
  const log = '# Changelog\n\n## Unreleased\n\n- A thing.\n\n## 0.1.0\n\n- Old.\n';
  expect(withRelease(log, '0.2.0', '2026-11-22')).toContain(
    '## Unreleased\n\n## 0.2.0 (2026-11-22)\n\n- A thing.\n\n## 0.1.0',
  );
  expect(() => withRelease(log.replace('- A thing.\n', ''), '0.2.0', '2026-11-22')).toThrow('nothing');
});
