import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { folderOf, SERVICE_NAMES } from '../src/services.ts';
import { readCompose } from './read-compose.ts';
import type { ComposeService } from './read-compose.ts';

const run = promisify(execFile);
const hasDockerCompose = spawnSync('docker-compose', ['version']).status === 0;
if (!hasDockerCompose)
  process.stderr.write('Skipped: docker-compose.citus.yml. There is no docker-compose.\n');
const root = new URL('../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const BEHIND_GATEWAY = SERVICE_NAMES.filter((name) => name !== 'gateway');
const FILES = ['docker-compose.yml', ...BEHIND_GATEWAY.map((name) => `${folderOf(name)}/compose.yml`)];
const servicesOf = (path: string): [string, ComposeService][] => Object.entries(readCompose(path).services);

/** Settings that containers fix: what is inside is not the operator's to choose. */
const FIXED = [
  'HOST',
  'DATABASE_URL',
  'REDIS_URL',
  'IDENTITY_PUBLIC_KEY',
  'DATA_DIR',
  'MAIL_FOLDER',
  'RENDERER_FOLDER',
  'CONSOLE_DIRECTORY',
  'REFERENCE_RENDERER',
  // One name for all processes would be wrong.
  'OTEL_SERVICE_NAME',
  // A file, which no container has; the page says so.
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
];
const ADDRESSES = BEHIND_GATEWAY.map((name) => `${name.toUpperCase()}_URL`);

describe.each(FILES)('%s', (path) => {
  it('holds no password: a variable for one has no default, and no address holds one', async () => {
    const text = await read(path);
    const variables = [...text.matchAll(/\$\{(\w*(?:PASSWORD|SECRET|PRIVATE_KEY|SMTP_URL)\w*)([^}]*)\}/g)];
    expect(variables.length).toBeGreaterThan(0);
    const isEmpty = (rest = ''): boolean => rest === '' || rest === ':-' || /^:?\?/.test(rest);
    expect(variables.filter(([, name, rest]) => name !== 'SECRETS_FOLDER' && !isEmpty(rest))).toEqual([]);
    const addresses = [...text.matchAll(/:\/\/[^\s/@]*:([^\s@]+)@/g)].map(([, password]) => password);
    expect(addresses.filter((password) => password?.startsWith('${') !== true)).toEqual([]);
  });

  it('limits and hardens every container', () => {
    for (const [name, service] of servicesOf(path))
      expect({
        name,
        isLimited: [service.mem_limit, service.cpus, service.pids_limit].every(
          (limit) => limit !== undefined,
        ),
        readOnly: service.read_only,
        drops: service.cap_drop,
        privileges: service.security_opt,
      }).toEqual({
        name,
        isLimited: true,
        readOnly: true,
        drops: ['ALL'],
        privileges: ['no-new-privileges:true'],
      });
  });

  it('keeps 30 MB of a container’s log, as the page on privacy says', () => {
    for (const [name, { logging }] of servicesOf(path))
      expect([name, logging?.options]).toEqual([name, { 'max-size': '10m', 'max-file': '3' }]);
  });

  it('waits until a process has answered what is in flight', () => {
    const processes = servicesOf(path).filter(
      ([name, { image }]) => image.startsWith('platform-') && !name.endsWith('migrate'),
    );
    expect(processes.length).toBeGreaterThan(0);
    // They end within 25 s (packages/runtime/src/run-process.ts); the time that Compose gives by itself is 10 s.
    expect(processes.filter(([, service]) => service.stop_grace_period !== '30s')).toEqual([]);
  });

  it('mounts the secrets wherever a variable may name a file of them', () => {
    const naming = servicesOf(path).filter(
      ([, { environment = {}, image }]) =>
        image.startsWith('platform-') && Object.keys(environment).some((name) => name.endsWith('_FILE')),
    );
    expect(naming.length).toBeGreaterThan(1);
    for (const [name, { volumes = [] }] of naming)
      expect([name, volumes.some((volume) => volume.endsWith(':/secrets:ro'))]).toEqual([name, true]);
  });

  it('lets PostgreSQL reach nothing outside', () => {
    const { services, networks = {} } = readCompose(path);
    const inside = services['postgres']?.networks ?? [];
    expect(inside.map((name) => networks[name]?.internal)).toEqual(inside.map(() => true));
    expect(inside).not.toEqual([]);
  });

  it('names exact versions, which variables override', async () => {
    const { version, devDependencies } = JSON.parse(await read('package.json')) as {
      version: string;
      devDependencies: { node: string };
    };
    // The suites run on this version of Node.js.
    const nodeImage = `\${NODE_IMAGE:-node:${devDependencies.node}-bookworm-slim}`;
    for (const [name, { image, build }] of servicesOf(path)) {
      expect(image).toMatch(/\$\{\w+:-[\w./:-]*\d+\.\d+(\.\d+)?\}$/);
      if (image.startsWith('platform-')) expect(image).toContain(`:-${version}}`);
      if (build) expect({ name, nodeImage: build.args?.['NODE_IMAGE'] }).toEqual({ name, nodeImage });
    }
  });
});

describe('docker-compose.yml', () => {
  it('lets every documented setting be set', async () => {
    const page = await read('docs/settings.md');
    const rows = page.matchAll(/^\| `(\w+)`/gm);
    const exporters = page.matchAll(/`(OTEL_(?:EXPORTER|RESOURCE)\w+)`(?=[,)])/g);
    const text = await read('docker-compose.yml');
    const missing = [...rows, ...exporters]
      .map(([, name = '']) => name)
      .filter((name) => !new RegExp(`\\$\\{${name}[:}]`).test(text));
    expect(missing.filter((name) => ![...FIXED, ...ADDRESSES].includes(name))).toEqual([]);
  });

  it('replaces each process when a setting changes that reaches it in a file', async () => {
    const [, given = ''] = /environment:\n((?: {6}\w+: .*\n)+)/.exec(await read('docker-compose.yml')) ?? [];
    const isSecret = (name: string): boolean => /PASSWORD|KEY|SECRET|SMTP_URL|REPLICA_URL|HEADERS/.test(name);
    const open = [...given.matchAll(/^ {6}(\w+): (\$\{.*\})$/gm)].filter(([, name = '']) => !isSecret(name));
    expect(open.map(([, name]) => name)).toEqual(['PORT', 'PUBLIC_URL', 'TRUST_PROXY']);
    for (const [name, { image, labels, restart }] of servicesOf('docker-compose.yml'))
      if (image.startsWith('platform-') && restart === 'unless-stopped')
        expect([name, labels]).toEqual([name, { settings: open.map(([, , value]) => value).join(' ') }]);
  });

  it('checks the health of each process that shares the gateway’s image', () => {
    const { services } = readCompose('docker-compose.yml');
    const sharing = Object.entries(services).filter(
      ([, { image, command }]) =>
        image.startsWith('platform-gateway:') && command?.includes('src/migrate.ts') === false,
    );
    expect(sharing.map(([name]) => name)).toEqual(['webhook-worker']);
    for (const [, { healthcheck, environment }] of sharing)
      expect(healthcheck?.test?.join(' ')).toContain(
        `http://127.0.0.1:${String(environment?.['PORT'])}/health/ready`,
      );
  });

  it('gives the browser for pages of strangers no network, no secret and a folder of sockets only', () => {
    const { services } = readCompose('docker-compose.yml');
    const { renderer } = readCompose('services/reports/compose.yml').services;
    for (const service of [services['reports-renderer'], renderer]) {
      expect(service?.network_mode).toBe('none');
      expect(service?.networks).toBeUndefined();
      expect(service?.volumes).toEqual(['renderer:/run/renderer']);
      expect(Object.keys(service?.environment ?? {}).sort()).toEqual(['LOG_LEVEL', 'RENDERER_FOLDER']);
    }
  });

  it('tells the gateway where each service is', () => {
    const { services } = readCompose('docker-compose.yml');
    for (const name of BEHIND_GATEWAY)
      expect(services['gateway']?.environment).toMatchObject({
        [`${name.toUpperCase()}_URL`]: `http://${name}:${services[name]?.environment?.['PORT'] ?? ''}`,
      });
  });

  it('makes a role, a password and a volume of secrets for each service', async () => {
    const { volumes, environment = {} } = readCompose('docker-compose.yml').services['secrets'] ?? {};
    const makesSecrets = await read('deploy/compose/secrets.sh');
    for (const name of SERVICE_NAMES) {
      const variable = `${name.toUpperCase()}_DB_PASSWORD`;
      expect(volumes).toContain(`${name}-secrets:/secrets/${name}`);
      expect(environment).toHaveProperty(variable);
      expect(makesSecrets).toContain(`secret ${name}-db-password "\${${variable}:-}"`);
    }
    const loop = `for name in ${SERVICE_NAMES.join(' ')}; do`;
    expect(makesSecrets).toContain(loop);
    expect(await read('deploy/compose/roles.sh')).toContain(loop);
  });

  it('restores only while no service uses the database', async () => {
    const roles = SERVICE_NAMES.map((name) => `'${name}'`).join(', ');
    expect(await read('deploy/compose/backup.sh')).toContain(`usename IN (${roles})`);
  });

  it('stops every process before a restore', async () => {
    const { services } = readCompose('docker-compose.yml');
    const [, stopped = ''] = /docker compose stop (.*)/.exec(await read('docs/docker.md')) ?? [];
    const processes = Object.entries(services)
      .filter(([name, { image }]) => image.startsWith('platform-') && !name.endsWith('-migrate'))
      .map(([name]) => name);
    expect(stopped.split(' ').sort()).toEqual(processes.sort());
  });

  it('gives each process its own secrets only', () => {
    const { services } = readCompose('docker-compose.yml');
    const isJob = (name: string): boolean => ['secrets', 'roles'].includes(name);
    // The key of credentials belongs to a backup.
    const hasKeys = new Set(['backup', 'restore']);
    for (const [name, { volumes = [], environment = {} }] of Object.entries(services).filter(
      ([service]) => !isJob(service),
    )) {
      const secrets = volumes.filter((volume) => /secrets:/.test(volume));
      const owner =
        { backup: 'postgres', restore: 'postgres', 'webhook-worker': 'gateway' }[name] ?? name.split('-')[0];
      const needed = ['prometheus', 'node-exporter', 'reports-renderer'].includes(name)
        ? []
        : [`${owner}-secrets:/secrets:ro`, ...(hasKeys.has(name) ? ['secrets:/own'] : [])];
      expect([name, ...secrets]).toEqual([name, ...needed]);
      const isSecret = (key: string): boolean =>
        /PASSWORD$|SECRET$|_HEADERS$|(?:SMTP|REDIS|DATABASE|REPLICA)_URL$/.test(key) ||
        /(?:PRIVATE|OTHER|CREDENTIALS)_KEY$/.test(key);
      expect([name, ...Object.keys(environment).filter(isSecret)]).toEqual([name]);
    }
  });

  it('lets only the fetchers reach the internet, and keeps them from everything else', () => {
    const { services, networks = {} } = readCompose('docker-compose.yml');
    const isOpen = (name: string): boolean => networks[name]?.internal !== true;
    const outward = Object.entries(services).filter(([, service]) => (service.networks ?? []).some(isOpen));
    expect(outward.map(([name]) => name).sort()).toEqual([
      'analytics',
      'gateway',
      // Published on this machine.
      'grafana',
      'palette',
      // To the mail server.
      'reports',
      'reports-worker',
      'webhook-worker',
    ]);
    const fetcher = services['reports-worker']?.networks ?? [];
    const neighbours = Object.entries(services)
      .filter(([, service]) => (service.networks ?? []).some((name) => fetcher.includes(name)))
      .map(([name]) => name);
    // Prometheus, where it is wanted, fetches the worker's metrics.
    expect(neighbours.sort()).toEqual(['postgres', 'prometheus', 'redis', 'reports-worker']);
  });
});

describe('docker-compose.citus.yml', () => {
  const own = (): [string, ComposeService][] =>
    servicesOf('docker-compose.citus.yml').filter(([name]) => name.startsWith('citus-'));

  it('limits and hardens every container, and lets none be reached from outside', async () => {
    const { networks = {} } = readCompose('docker-compose.yml');
    for (const [name, service] of own()) {
      expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
        name,
        true,
        ['ALL'],
        ['no-new-privileges:true'],
      ]);
      expect([service.mem_limit, service.cpus, service.pids_limit]).not.toContain(undefined);
      expect((service.networks ?? []).filter((network) => networks[network]?.internal !== true)).toEqual([]);
      expect(service.image).toMatch(/^\$\{CITUS_IMAGE:-citusdata\/citus:\d+\.\d+\.\d+\}$/);
    }
    expect(await read('docker-compose.citus.yml')).not.toMatch(/PASSWORD[^\n]*:-[^}]/);
  });

  it('gives analytics the cluster, and migrates before it starts', () => {
    const { services } = readCompose('docker-compose.citus.yml');
    for (const name of ['analytics', 'analytics-migrate'])
      expect(services[name]?.environment).toEqual({ DATABASE_URL_FILE: '/secrets/citus-database-url' });
    expect(services['analytics-migrate']?.command).toContain('--distribute');
    const base = readCompose('docker-compose.yml');
    expect(Object.keys(services).filter((name) => !(name in base.services))).toEqual(
      own().map(([name]) => name),
    );
  });

  (hasDockerCompose ? it : it.skip)('is read by docker-compose together with the other file', async () => {
    const files = ['-f', 'docker-compose.yml', '-f', 'docker-compose.citus.yml'];
    const found = await run('docker-compose', [...files, 'config'], { cwd: fileURLToPath(root) });
    expect(found.stdout).toContain('citus-worker-2');
  });
});
