import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

import type Joi from 'joi';

import { folderOf, SERVICE_NAMES } from '../src/services.ts';
import { COMPLEMENTS, readEnvironment } from './read-compose.ts';

const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

/** The modules in which processes declare their settings, as exports named `…Variables`. */
const CONFIGS = [
  ...globSync('{gateway,services/*,packages/local}/src/{config,*-config}.ts', { cwd: fileURLToPath(root) }),
  'packages/runtime/src/settings.ts',
];

/** Name and default of each setting that a module declares, once for each process that reads it. */
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

/** Each setting in the tables of docs/settings.md, and its default there. */
const listedSettings = async (): Promise<Map<string, string>> => {
  const rows = (await read('docs/settings.md')).matchAll(/^\| `(\w+)`\s*\| ([^|]+) \|/gm);
  return new Map([...rows].map(([, name = '', fallback = '']) => [name, fallback.trim()]));
};

/** The ports are below the table, as each process has its own. */
const PORTS = /^Ports: (.+)\. Analytics/m;

describe('docs/settings.md', () => {
  it.each(CONFIGS)('lists every setting of %s, with its default', async (path) => {
    const settings = await settingsOf(path);
    const listed = await listedSettings();
    expect(settings.length).toBeGreaterThan(3);
    expect(settings.map(({ name }) => name).filter((name) => !listed.has(name))).toEqual([]);
    const [, ports] = PORTS.exec(await read('docs/settings.md')) ?? [];
    for (const { name, fallback } of settings)
      if (typeof fallback === 'string' || typeof fallback === 'number')
        expect({ name, fallback: name === 'PORT' ? ports : listed.get(name) }).toEqual({
          name,
          fallback: expect.stringContaining(String(fallback)),
        });
  });

  it('lists no setting that nothing reads', async () => {
    const settings = (await Promise.all(CONFIGS.map(settingsOf))).flat();
    const known = new Set(settings.map(({ name }) => name));
    const files = ['docker-compose.yml', 'deploy/compose/databases.yml', ...COMPLEMENTS];
    const compose = (await Promise.all(files.map(read))).join('\n');
    const secrets = Object.keys(readEnvironment('deploy/compose/secrets.env'));
    const listed = [...(await listedSettings()).keys()];
    expect(listed.length).toBeGreaterThan(10);
    expect(
      listed.filter((name) => !known.has(name) && !secrets.includes(name) && !compose.includes(`\${${name}`)),
    ).toEqual([]);
  });
});

/** Settings that the compose file of a single service fixes, or has no use for. */
const FIXED_ALONE = [
  ...['HOST', 'PORT', 'DATABASE_URL', 'DATA_DIR', 'MAIL_FOLDER', 'RENDERER_FOLDER', 'PAGES_DIRECTORY'],
  ...['RENDERER_URL', 'RENDERER_PORT', 'RENDERER_PROXY_PORT'],
  // One name for all processes would be wrong.
  'OTEL_SERVICE_NAME',
  // A file, which no container has.
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
];

it.each(SERVICE_NAMES.filter((name) => name !== 'gateway'))(
  'services/%s/compose.yml lets every setting of the service and its worker be set',
  async (name) => {
    const own = CONFIGS.filter(
      (path) => path.startsWith(folderOf(name)) || path.includes('tracing-settings'),
    );
    const settings = (await Promise.all(own.map(settingsOf))).flat();
    const text = await read(`${folderOf(name)}/compose.yml`);
    const passed = Object.keys(readEnvironment(`${folderOf(name)}/settings.env`));
    // Which OpenTelemetry reads by itself.
    const ofExporter = [
      ...(await read('docs/settings.md')).matchAll(/`(OTEL_(?:EXPORTER|RESOURCE)\w+)`(?=[,)])/g),
    ].map(([, variable = '']) => variable);
    expect(ofExporter.length).toBeGreaterThan(3);
    const missing = [...settings.map((setting) => setting.name), ...ofExporter].filter(
      (setting) =>
        !passed.includes(setting) && !text.includes(`\${${setting}:`) && !FIXED_ALONE.includes(setting),
    );
    expect(settings.length).toBeGreaterThanOrEqual(10);
    expect([...new Set(missing)]).toEqual([]);
  },
);
