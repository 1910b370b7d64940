import { readFile } from 'node:fs/promises';

import { portOf, readDeclared } from '../../src/render/process-settings.ts';
import { processRows, SERVICE_NAMES } from '../../src/services.ts';
import {
  COMPLEMENTS,
  composeServices,
  readCompose,
  readEnvironment,
  readWholeCompose,
} from '../read-compose.ts';

const root = new URL('../../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

const BEHIND_GATEWAY = SERVICE_NAMES.filter((name) => name !== 'gateway');

/** Settings that containers fix: what is inside is not the operator's to choose. */
const FIXED = [
  'HOST',
  'DATABASE_URL',
  'REDIS_URL',
  'IDENTITY_PUBLIC_KEY',
  'DATA_DIR',
  'MAIL_FOLDER',
  'METRICS_PORT',
  'RENDERER_FOLDER',
  // Of a renderer without a folder, which Kubernetes has.
  'RENDERER_URL',
  'RENDERER_PORT',
  'RENDERER_PROXY_PORT',
  'CONSOLE_DIRECTORY',
  'DOWNLOADS_DIRECTORY',
  'PAGES_DIRECTORY',
  // One name for all processes would be wrong.
  'OTEL_SERVICE_NAME',
  // A file, which no container has; the page says so.
  'OTEL_EXPORTER_OTLP_CERTIFICATE',
];
const ADDRESSES = BEHIND_GATEWAY.map((name) => `${name.toUpperCase()}_URL`);

export const describePlatform = (): void => {
  describe('docker-compose.yml', () => {
    it('lets every documented setting be set', async () => {
      const page = await read('docs/settings.md');
      const rows = page.matchAll(/^\| `(\w+)`/gm);
      const exporters = page.matchAll(/`(OTEL_(?:EXPORTER|RESOURCE)\w+)`(?=[,)])/g);
      const files = ['docker-compose.yml', 'deploy/compose/databases.yml', ...COMPLEMENTS];
      const texts = (await Promise.all(files.map(read))).join('\n');
      const passed = ['settings', 'secrets'].flatMap((name) =>
        Object.keys(readEnvironment(`deploy/compose/${name}.env`)),
      );
      const missing = [...rows, ...exporters]
        .map(([, name = '']) => name)
        .filter((name) => !passed.includes(name) && !new RegExp(`\\$\\{${name}[:}]`).test(texts));
      expect(missing.filter((name) => ![...FIXED, ...ADDRESSES].includes(name))).toEqual([]);
    });

    it('replaces each process when a setting changes that reaches it in a file', () => {
      const { environment = {} } = readCompose('docker-compose.yml').services['secrets'] ?? {};
      const isSecret = (name: string): boolean =>
        /PASSWORD|KEY|SECRET|SMTP_URL|REPLICA_URL|HEADERS/.test(name);
      const open = Object.keys(environment).filter((name) => !isSecret(name));
      expect(open).toEqual(['PORT', 'PUBLIC_URL', 'TRUST_PROXY']);
      for (const [name, { image, labels, restart }] of composeServices('docker-compose.yml'))
        if (image.startsWith('platform-') && restart === 'unless-stopped')
          expect([name, labels]).toEqual([
            name,
            { settings: '${PORT:-8080} ${PUBLIC_URL:-} ${TRUST_PROXY:-}' },
          ]);
    });

    it('can be read in half a minute for each service', async () => {
      const lines = (await read('docker-compose.yml')).split('\n').length - 1;
      expect(lines).toBeLessThanOrEqual(30 * SERVICE_NAMES.length);
    });

    it('checks the health of each process that shares an image, and listens elsewhere, by its own port', async () => {
      const { services } = readCompose('docker-compose.yml');
      const declared = await readDeclared();
      for (const { name, service } of processRows().filter((row) => row.name !== row.service)) {
        expect(services[name]?.environment?.['PORT']).toBe(String(portOf(declared, name)));
        // The check in the image of the gateway asks all areas.
        const test = service === 'gateway' ? ['CMD', 'node', 'src/health-check.ts', 'alone'] : undefined;
        expect([name, services[name]?.healthcheck?.test]).toEqual([name, test]);
      }
    });

    it('gives the browser for pages of strangers no network, no secret and a folder of sockets only', () => {
      const { services } = readCompose('docker-compose.yml');
      const { renderer } = readCompose('services/reports/compose.yml').services;
      for (const service of [services['reports-renderer'], renderer]) {
        expect(service?.network_mode).toBe('none');
        expect(service?.networks).toBeUndefined();
        expect(service?.volumes).toEqual(['renderer:/run/renderer']);
        expect(Object.keys(service?.environment ?? {}).sort()).toEqual([
          'LOG_LEVEL',
          'PORT',
          'RENDERER_FOLDER',
        ]);
      }
    });

    it('tells every process where each service is', async () => {
      const declared = await readDeclared();
      const environment = readEnvironment('deploy/compose/settings.env');
      for (const name of BEHIND_GATEWAY)
        expect(environment[`${name.toUpperCase()}_URL`]).toBe(
          `http://${name}:${String(portOf(declared, name))}`,
        );
    });

    it('makes a role, a password and a volume of secrets for each service', async () => {
      const { volumes, environment = {} } = readCompose('docker-compose.yml').services['secrets'] ?? {};
      for (const name of SERVICE_NAMES) {
        expect(volumes).toContain(`${name}-secrets:/secrets/${name}`);
        expect(environment).toHaveProperty(`${name.toUpperCase()}_DB_PASSWORD`);
      }
      expect(await read('deploy/compose/secrets.sh')).toContain(`\nservices='${SERVICE_NAMES.join(' ')}'\n`);
    });

    it('stops every process before a restore', async () => {
      const { services } = readCompose('docker-compose.yml');
      const [, stopped = ''] = /docker compose stop (.*)/.exec(await read('docs/deploy.md')) ?? [];
      const processes = Object.entries(services)
        .filter(([name, { image }]) => image.startsWith('platform-') && name !== 'migrate')
        .map(([name]) => name);
      expect(stopped.split(' ').sort()).toEqual(processes.sort());
    });

    it('gives each process its own secrets only', () => {
      const { services } = readWholeCompose();
      const isJob = (name: string): boolean => name === 'secrets';
      // The key of credentials belongs to a backup.
      const hasKeys = new Set(['backup', 'restore']);
      for (const [name, { volumes = [], environment = {} }] of Object.entries(services).filter(
        ([service]) => !isJob(service),
      )) {
        const secrets = volumes.filter((volume) => /secrets:/.test(volume));
        const owner =
          { backup: 'postgres', restore: 'postgres', 'webhook-worker': 'gateway' }[name] ??
          name.split('-')[0];
        const needed = ['prometheus', 'node-exporter', 'reports-renderer', 'caddy'].includes(name)
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
      const { services, networks } = readWholeCompose();
      const isOpen = (name: string): boolean => networks[name]?.internal !== true;
      const outward = Object.entries(services).filter(([, service]) => (service.networks ?? []).some(isOpen));
      expect(outward.map(([name]) => name).sort()).toEqual([
        'analytics',
        // Visitors, and the authority of certificates.
        'caddy',
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

    it('a collector of traces is where docs/operations.md puts it within reach of every process', async () => {
      const [, sentence = ''] =
        /put the collector in the networks? (.*?):/.exec(await read('docs/operations.md')) ?? [];
      const named = [...sentence.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? '');
      const { services } = readCompose('docker-compose.yml');
      const senders = Object.entries(services).filter(
        ([, { environment }]) => environment !== undefined && 'OTEL_EXPORTER_OTLP_ENDPOINT' in environment,
      );
      expect(senders.length).toBeGreaterThanOrEqual(7);
      const lost = senders.filter(([, { networks = [] }]) => !networks.some((name) => named.includes(name)));
      expect(lost.map(([name]) => name)).toEqual([]);
    });
  });
};
