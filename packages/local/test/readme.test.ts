import { readFile } from 'node:fs/promises';

import type Joi from 'joi';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

/** Where processes say what they read; each exports its variables under a name that ends so. */
const CONFIGS = [
  'gateway/src/config.ts',
  'services/analytics/src/config.ts',
  'services/reports/src/config.ts',
  'services/palette/src/config.ts',
  'services/palette/src/tokens/worker-config.ts',
  'packages/local/src/config.ts',
];

/** The settings of a file, as often as a process of it reads them: name and default (undefined where there is none). */
const settingsOf = async (path: string): Promise<{ name: string; fallback: unknown }[]> => {
  const exported = (await import(new URL(path, root).href)) as Record<string, unknown>;
  return Object.entries(exported)
    .filter(([name]) => name.endsWith('Variables'))
    .flatMap(([, variables]) => Object.entries(variables as Record<string, Joi.Schema>))
    .map(([name, schema]) => ({
      name,
      fallback: (schema.describe() as { flags?: { default?: unknown } }).flags?.default,
    }));
};

/** The cells of the README's table of settings, by the name of the setting. */
const listedSettings = async (): Promise<Map<string, { fallback: string }>> => {
  const readme = await read('README.md');
  const rows = readme.slice(readme.indexOf('## Settings')).matchAll(/^\| (`[^|]+) \|[^|]+\| ([^|]+) \|/gm);
  return new Map(
    [...rows].flatMap(([, names = '', fallback = '']) =>
      [...names.matchAll(/`(\w+)`/g)].map(([, name = '']) => [name, { fallback: fallback.trim() }] as const),
    ),
  );
};

describe("the README's table of settings", () => {
  it.each(CONFIGS)('lists every setting of %s, with its default', async (path) => {
    const settings = await settingsOf(path);
    const listed = await listedSettings();
    expect(settings.length).toBeGreaterThan(3);
    expect(settings.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
    for (const { name, fallback } of settings)
      if (typeof fallback === 'string' || typeof fallback === 'number')
        expect({ name, fallback: listed.get(name)?.fallback }).toEqual({
          name,
          fallback: expect.stringContaining(String(fallback)),
        });
  });

  it('lists no setting that nothing reads', async () => {
    const settings = (await Promise.all(CONFIGS.map(settingsOf))).flat();
    const known = new Set(settings.map(({ name }) => name));
    const compose = await read('docker-compose.yml');
    const listed = [...(await listedSettings()).keys()];
    expect(listed.length).toBeGreaterThan(10);
    expect(listed.filter((name) => !known.has(name) && !compose.includes(`\${${name}`))).toEqual([]);
  });
});
