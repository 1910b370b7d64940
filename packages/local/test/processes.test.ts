import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { folderOf, PROCESS_NAMES, SERVICE_NAMES, serviceProcesses } from '../src/services.ts';
import { unlessSet } from '../src/start-platform.ts';
import { readCompose } from './read-compose.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const processes = serviceProcesses(Object.fromEntries(PROCESS_NAMES.map((name, index) => [name, index + 1])));

it.each(processes)('runs $name from docker-compose.yml as `npm start` does', ({ name, module, schema }) => {
  const service = readCompose('docker-compose.yml').services[name];
  expect(service?.image).toMatch(new RegExp(`^platform-${schema}:`));
  const script = service?.command?.at(-1) ?? 'src/main.ts';
  expect(`${folderOf(schema)}/${script}`).toBe(relative(root, fileURLToPath(module)));
  expect(service?.environment?.['DATABASE_URL_FILE']).toBe('/secrets/database-url');
  expect(service?.volumes).toContain(`${schema}-secrets:/secrets:ro`);
});

it.each(processes)('gives $name the options of Node.js that its image has', ({ schema, flags = [] }) => {
  const dockerfile = readFileSync(`${root}${folderOf(schema)}/Dockerfile`, 'utf8');
  const [, options = ''] = /\bNODE_OPTIONS=("[^"]*"|\S+)/.exec(dockerfile) ?? [];
  const own = options.replaceAll('"', '').split(' ');
  expect(own).toEqual(['--disable-warning=ExperimentalWarning', ...flags]);
});

it('loads no second HTTP client with `node:http`', () => {
  const loaded = (flags: readonly string[]): string =>
    spawnSync(process.execPath, [
      ...flags,
      '--input-type=module',
      '--eval',
      `import 'node:http'; console.log(process.moduleLoadList.some((name) => name.includes('deps/undici')), typeof fetch, typeof WebSocket);`,
    ]).stdout.toString();
  expect(loaded(['--require', `${root}packages/local/start/light-http.cjs`])).toBe(
    'false function function\n',
  );
  // As long as Node.js does so by itself.
  expect(loaded([])).toBe('true function function\n');
});

it('gives processes its own address unless they have another, be it in a file', () => {
  const own = { PUBLIC_URL: 'http://localhost:9000', GUARD_ALLOW: '127.0.0.1:9000' };
  expect(unlessSet(undefined, own)).toEqual(own);
  expect(unlessSet({ PUBLIC_URL: '', GUARD_ALLOW_FILE: '/guard' }, own)).toEqual({
    PUBLIC_URL: own.PUBLIC_URL,
  });
  expect(unlessSet({ PUBLIC_URL_FILE: '/url', GUARD_ALLOW: '10.0.0.1' }, own)).toEqual({});
});

it('runs nothing else from docker-compose.yml, and migrates first', () => {
  const names = Object.keys(readCompose('docker-compose.yml').services);
  const expected = [
    ...['postgres', 'redis', 'secrets', 'migrate'],
    // `npm start` makes reports in the service's own process, and its browser is a child of that.
    ...['reports-renderer', 'reports-worker'],
    ...processes.map(({ name }) => name),
  ];
  expect(names.toSorted()).toEqual(expected.toSorted());
});

it.each(SERVICE_NAMES.filter((name) => name !== 'gateway'))(
  'runs only the service from services/%s/compose.yml, with no password of its own',
  (name) => {
    const path = `${folderOf(name)}/compose.yml`;
    const { services } = readCompose(path);
    const service = services[name];
    expect(service?.build?.dockerfile).toBe(`${folderOf(name)}/Dockerfile`);
    expect(services['migrate']?.command).toEqual(['node', 'src/migrate.ts']);
    for (const variable of ['DATABASE_URL', 'IDENTITY_PUBLIC_KEY'])
      expect(service?.environment?.[variable]).toMatch(/\$\{\w+:\?/);
    expect(services['postgres']?.environment?.['POSTGRES_PASSWORD']).toMatch(/^\$\{\w+:\?/);
    const workers = processes.filter(({ schema, name: process }) => schema === name && process !== name);
    expect('worker' in services).toBe(workers.length > 0);
  },
);
