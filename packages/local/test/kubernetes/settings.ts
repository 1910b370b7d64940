import { access, readFile } from 'node:fs/promises';

import { moduleOf, PROCESSES, SERVICE_NAMES } from '../../src/services.ts';
import { FOLDER, manifestFiles, manifestsIn } from './read-manifests.ts';
import type { Manifest } from './read-manifests.ts';
import { containersOf, OF_NODE, settingFaults, settingsReadBy } from './process-settings.ts';
import type { Variable } from './process-settings.ts';

/** Everything below `deploy/kubernetes` that is a manifest, or a part of one. */
const everything = async (): Promise<Manifest[]> => {
  const files = (await manifestFiles()).filter((path) => !path.endsWith('kustomization.yaml'));
  return (await Promise.all(files.map(manifestsIn))).flat();
};

/** A patch that adds a variable to a deployment. */
const withVariable = (name: string, variable: Variable): Manifest => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: { template: { spec: { containers: [{ name, env: [variable] }] } } },
});
const withSettings = (data: Record<string, string>): Manifest => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'platform-settings' },
  data,
});

export const describeSettings = (): void => {
  describe('the settings of pods', () => {
    it('every variable of a pod is a setting that its process reads, and has a value that it takes', async () => {
      const all = await everything();
      const names = all.flatMap((manifest) => containersOf(manifest)).flatMap(({ env = [] }) => env);
      expect(names.length).toBeGreaterThan(30);
      expect(await settingFaults(all)).toEqual([]);
    });

    it.each<[Manifest, string]>([
      [
        withSettings({ DRAIN_SECOND: '10' }), //
        'platform-settings: DRAIN_SECOND is read by nobody',
      ],
      [
        withSettings({ OTEL_EXPORTER_OTLP_ENDPOINTS: 'http://collector:4318' }),
        'platform-settings: OTEL_EXPORTER_OTLP_ENDPOINTS is read by nobody',
      ],
      [
        withSettings({ TRUST_PROXY: 'yes' }), //
        'gateway: TRUST_PROXY: "value" holds "yes", which is neither a number, an IP address nor a CIDR block',
      ],
      [
        // The service has it, its worker doesn't.
        withVariable('reports-worker', { name: 'RENDER', value: '1' }),
        'reports-worker: doesn’t read RENDER',
      ],
      [
        withVariable('analytics', { name: 'SMTP_URLS_FILE', value: '/secrets/smtp-url' }),
        'analytics: doesn’t read SMTP_URLS_FILE',
      ],
      [
        withVariable('analytics', { name: 'SMTP_URL_FILE', value: '/secrets/smtp-urls' }),
        'analytics: SMTP_URL_FILE is /secrets/smtp-urls',
      ],
      [
        withVariable('gateway', {
          name: 'OIDC_CLIENT_SECRET',
          valueFrom: { secretKeyRef: { name: 'gateway', key: 'client-secret' } },
        }),
        'gateway: OIDC_CLIENT_SECRET has no value of its own',
      ],
    ])('a slip of the pen is noticed: %#', async (slip, fault) => {
      expect(await settingFaults([...(await everything()), slip])).toContain(fault);
    });

    it('the README names only settings that some process reads', async () => {
      const text = await readFile(new URL('README.md', FOLDER), 'utf8');
      const named = new Set([...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name));
      expect(named.size).toBeGreaterThanOrEqual(5);
      const read = (await Promise.all(Object.keys(PROCESSES).map(settingsReadBy))).flatMap(Object.keys);
      expect([...named].filter((name) => ![...read, ...OF_NODE].includes(name))).toEqual([]);
    });

    it('containers run a file that their image has', async () => {
      for (const manifest of (await everything()).filter(({ kind }) => ['Deployment', 'Job'].includes(kind)))
        for (const { image = '', command = [] } of containersOf(manifest)) {
          const [program, script] = command;
          const service = SERVICE_NAMES.find((name) => image === `platform-${name}`);
          // A patch leaves the image as it is, and an image knows what to run.
          if (image !== '') expect([manifest.metadata.name, service]).not.toContain(undefined);
          if (service === undefined || script === undefined) continue;
          expect(program).toBe('node');
          await expect(access(moduleOf(service, script))).resolves.toBeUndefined();
        }
    });

    it('addresses of other processes name a service and its port', async () => {
      const all = await everything();
      const ports = all
        .filter(({ kind }) => kind === 'Service')
        .flatMap(({ metadata, spec }) =>
          (spec.ports as { port: number }[]).map(({ port }) => `${metadata.name}:${port}`),
        );
      const addresses = all
        .flatMap((manifest) => containersOf(manifest))
        .flatMap(({ env = [] }) => env)
        .flatMap(({ value = '' }) => /^http:\/\/([^/]+)/.exec(value)?.[1] ?? []);
      expect(addresses.length).toBeGreaterThanOrEqual(9);
      expect(addresses.filter((address) => !ports.includes(address))).toEqual([]);
    });
  });
};
