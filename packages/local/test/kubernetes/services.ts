import { readFile } from 'node:fs/promises';

import { PROCESSES, SERVICE_NAMES } from '../../src/services.ts';
import { settingsReadBy } from './process-settings.ts';
import type { Container } from './process-settings.ts';
import { manifestsIn, manifestsOfKind } from './read-manifests.ts';
import { isChosen } from './selectors.ts';
import type { Selector } from './selectors.ts';

const root = new URL('../../../../', import.meta.url);

export const describeServices = (): void => {
  describe('deploy/kubernetes, of each service', () => {
    it('runs every process of the table, and migrates each service', async () => {
      const names = (await manifestsOfKind('Deployment')).map(({ metadata }) => metadata.name).sort();
      expect(names).toEqual(Object.keys(PROCESSES).sort());
      const jobs = (await manifestsOfKind('Job')).map(({ metadata }) => metadata.name);
      expect(jobs.sort()).toEqual(SERVICE_NAMES.map((name) => `${name}-migrate`).sort());
      const [single] = (await manifestsIn('overlays/single-machine/kustomization.yaml')) as unknown as {
        replicas: { name: string }[];
      }[];
      expect(single?.replicas.map(({ name }) => name).sort()).toEqual(names);
    });

    it.each(SERVICE_NAMES.filter((name) => name !== 'gateway'))(
      'leads the gateway to %s, which fetches its key there',
      async (name) => {
        const [gateway] = await manifestsIn('base/gateway.yaml');
        const [container] = gateway?.spec.template.spec.containers as { env: object[] }[];
        const service = (await manifestsOfKind('Service')).find(({ metadata }) => metadata.name === name);
        const [{ port }] = service?.spec.ports as [{ port: number }];
        expect(container?.env).toContainEqual({
          name: `${name.toUpperCase()}_URL`,
          value: `http://${name}:${port}`,
        });
        const policies = await manifestsIn('base/process-policies.yaml');
        const policy = (of: string): unknown => policies.find(({ metadata }) => metadata.name === of)?.spec;
        const pod = (of: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/name': of } } });
        const ports = [{ protocol: 'TCP', port: 'http' }];
        expect(policy('from-gateway')).toMatchObject({
          egress: [{ to: expect.arrayContaining([pod(name)]) as unknown, ports }],
        });
        expect(policy(`to-${name}`)).toMatchObject({
          ...pod(name),
          ingress: [{ from: expect.arrayContaining([pod('gateway')]) as unknown, ports }],
        });
        expect(policy(`key-for-${name}`)).toMatchObject({
          ...pod(name),
          egress: [{ to: [pod('gateway')], ports }],
        });
      },
    );

    it.each(Object.keys(PROCESSES))('the deployment of %s listens where the process does', async (name) => {
      const [deployment] = await manifestsIn(`base/${name}.yaml`);
      const [{ env = [], ports = [] }] = deployment?.spec.template.spec.containers as [Container];
      const portOf = (variable: string): number =>
        Number(env.find((entry) => entry.name === variable)?.value);
      const [http, ...others] = ports;
      expect(http).toEqual({ name: 'http', containerPort: portOf('PORT') });
      const known = await settingsReadBy(name);
      const fallback = (setting: string): number | undefined =>
        (known[setting]?.describe() as { flags?: { default?: number } } | undefined)?.flags?.default;
      const named: Record<string, object[]> = {
        gateway: [{ name: 'metrics', containerPort: portOf('METRICS_PORT') }],
        'reports-renderer': [{ name: 'tasks', containerPort: fallback('RENDERER_PORT') }],
        'reports-worker': [{ name: 'proxy', containerPort: fallback('RENDERER_PROXY_PORT') }],
      };
      expect(others).toEqual(named[name] ?? []);
      expect(fallback('PORT')).toBe(portOf('PORT'));
    });

    it('the renderer has no secret, no name server, and no way out but the guard of the worker that asks', async () => {
      const [deployment] = await manifestsIn('base/reports-renderer.yaml');
      const { volumes, containers } = deployment?.spec.template.spec as {
        volumes: { name: string }[];
        containers: Container[];
      };
      expect(volumes.map(({ name }) => name)).toEqual(['tmp']);
      expect(containers.map(({ env }) => env)).toEqual([[{ name: 'PORT', value: '8087' }]]);
      const policies = [
        ...(await manifestsIn('base/network-policies.yaml')),
        ...(await manifestsIn('base/process-policies.yaml')),
      ].filter(({ spec }) => spec.policyTypes.includes('Egress') && spec.egress !== undefined);
      const labels = {
        'app.kubernetes.io/name': 'reports-renderer',
        'app.kubernetes.io/part-of': 'platform',
      };
      const about = policies.filter(({ spec }) => isChosen(labels, spec.podSelector as Selector));
      expect(about.map(({ metadata, spec }) => [metadata.name, spec.egress])).toEqual([
        [
          'from-renderer',
          [
            {
              to: [{ podSelector: { matchLabels: { 'app.kubernetes.io/name': 'reports-worker' } } }],
              ports: [{ protocol: 'TCP', port: 'proxy' }],
            },
          ],
        ],
      ]);
    });

    it('no process is killed while it shuts down', async () => {
      const source = await readFile(new URL('packages/runtime/src/run-process.ts', root), 'utf8');
      const [, milliseconds = ''] = /\bDRAIN_MILLISECONDS = ([\d_]+);/.exec(source) ?? [];
      const seconds = Number(milliseconds.replaceAll('_', '')) / 1_000;
      expect(seconds).toBeGreaterThan(0);
      const [settings] = await manifestsIn('base/settings.yaml');
      const draining = Number(settings?.data?.['DRAIN_SECONDS']);
      // Those count, and what is in flight then gets the rest.
      expect(draining).toBeLessThan(seconds / 2);
      const deployments = await manifestsOfKind('Deployment');
      expect(deployments.length).toBe(Object.keys(PROCESSES).length);
      for (const { metadata, spec } of deployments) {
        const { terminationGracePeriodSeconds: given } = spec.template.spec as {
          terminationGracePeriodSeconds?: number;
        };
        expect([metadata.name, Number(given) >= seconds + draining]).toEqual([metadata.name, true]);
      }
    });

    it('the images have the version of the platform', async () => {
      const { version } = JSON.parse(await readFile(new URL('package.json', root), 'utf8')) as {
        version: string;
      };
      for (const path of ['base/kustomization.yaml', 'migrations/kustomization.yaml']) {
        const [content] = (await manifestsIn(path)) as unknown as { images: { newTag: string }[] }[];
        expect(content?.images.map(({ newTag }) => newTag)).toEqual(SERVICE_NAMES.map(() => version));
      }
    });
  });
};
