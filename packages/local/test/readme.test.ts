import { readFile } from 'node:fs/promises';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const CONFIGS = [
  'gateway/src/config.ts',
  'services/analytics/src/config.ts',
  'services/reports/src/config.ts',
  'services/palette/src/config.ts',
  'packages/local/src/config.ts',
];

describe('the README', () => {
  it.each(CONFIGS)('lists every setting of %s', async (path) => {
    const names = [...(await read(path)).matchAll(/^ {2}([A-Z][A-Z_]+)\??:/gm)].map(([, name]) => name ?? '');
    expect(names.length).toBeGreaterThan(3);
    const readme = await read('README.md');
    expect([...new Set(names)].filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  });

  it('lists no setting that nothing reads', async () => {
    const readme = await read('README.md');
    const table = readme.slice(readme.indexOf('## Settings'));
    const listed = [...table.matchAll(/^\| `([A-Z][A-Z_]+)`/gm)].map(([, name]) => name ?? '');
    const sources = (
      await Promise.all(
        [
          ...CONFIGS,
          'docker-compose.yml',
          'packages/runtime/src/settings.ts',
          'services/palette/src/worker.ts',
          'services/reports/src/worker.ts',
        ].map(read),
      )
    ).join('\n');
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter((name) => !sources.includes(name))).toEqual([]);
  });
});
