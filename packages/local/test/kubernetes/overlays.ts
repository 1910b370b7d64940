import { readFile } from 'node:fs/promises';

import { tracingVariables } from '@platform/runtime';

import { manifestFiles, manifestsIn } from './read-manifests.ts';
import type { Manifest } from './read-manifests.ts';

interface Patch {
  path?: string;
  target?: { kind: string; name?: string };
  /** A JSON patch, in YAML. */
  patch?: string;
}
interface Container {
  name: string;
  envFrom?: { configMapRef?: { name: string } }[];
}

const containersOf = ({ spec }: Manifest): Container[] =>
  (spec?.template?.spec?.containers ?? []) as Container[];

/** The value at a JSON Pointer. */
const valueAt = (manifest: Manifest, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], manifest);

export const describeOverlays = (): void => {
  describe('the overlays and components', () => {
    let base: Manifest[];
    beforeAll(async () => {
      const files = (await manifestFiles()).filter((path) => /^(base|migrations)\//.test(path));
      base = (await Promise.all(files.map(manifestsIn))).flat();
    });

    const inBase = (kind: string, name?: string): Manifest[] =>
      base.filter((one) => one.kind === kind && (name === undefined || one.metadata.name === name));

    /** The patches of all overlays and components, with the folder that their files are in. */
    const patches = async (): Promise<(Patch & { folder: string })[]> => {
      const files = (await manifestFiles()).filter((path) => path.endsWith('kustomization.yaml'));
      const found = await Promise.all(
        files.map(async (file) => {
          const [content] = (await manifestsIn(file)) as unknown as { patches?: Patch[] }[];
          return (content?.patches ?? []).map((patch) => ({ ...patch, folder: file.replace(/[^/]*$/, '') }));
        }),
      );
      return found.flat();
    };

    it('the ingress lets the largest bodies through that the gateway takes', async () => {
      const [ingress] = await manifestsIn('overlays/production/ingress.yaml');
      const megabytes = /^(\d+)m$/.exec(
        ingress?.metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '',
      )?.[1];
      const routes = await readFile(
        new URL('../../../../gateway/src/routing-table.ts', import.meta.url),
        'utf8',
      );
      const limits = [...routes.matchAll(/bodyLimit: (\d+) \* KILOBYTE \*\* 2/g)].map(([, limit]) =>
        Number(limit),
      );
      expect(Math.max(...limits)).toBeGreaterThan(1);
      expect(Number(megabytes)).toBeGreaterThanOrEqual(Math.max(...limits));
    });

    it('every patch has what it changes', async () => {
      const all = await patches();
      expect(all.length).toBeGreaterThan(8);
      for (const { target, patch, path, folder } of all) {
        if (target !== undefined)
          expect([target, inBase(target.kind, target.name).length > 0]).toEqual([target, true]);
        for (const [, field = ''] of (patch ?? '').matchAll(/op: replace, path: ([\w/]+)/g))
          for (const manifest of inBase(target?.kind ?? '', target?.name))
            expect([field, valueAt(manifest, field)]).not.toEqual([field, undefined]);
        if (path === undefined || target !== undefined) continue;
        for (const changed of await manifestsIn(`${folder}${path}`)) {
          const { kind, metadata } = changed;
          const [changedOne] = inBase(kind, metadata.name);
          expect([kind, metadata.name, changedOne !== undefined]).toEqual([kind, metadata.name, true]);
          // A container of another name would be added beside the process.
          const known = changedOne === undefined ? [] : containersOf(changedOne).map(({ name }) => name);
          for (const { name } of containersOf(changed)) expect(known).toContain(name);
        }
      }
    });

    it('traces of every process reach the collector that the component names', async () => {
      const [settings] = await manifestsIn('components/tracing/settings.yaml');
      const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint = '', ...others } = settings?.data ?? {};
      expect(others).toEqual({});
      expect(tracingVariables.OTEL_EXPORTER_OTLP_ENDPOINT.validate(endpoint).error).toBeUndefined();
      const { hostname, port } = new URL(endpoint);
      for (const deployment of inBase('Deployment')) {
        expect(deployment.spec.template.metadata.labels).toMatchObject({
          'app.kubernetes.io/part-of': 'platform',
        });
        for (const { envFrom = [] } of containersOf(deployment))
          expect(envFrom).toContainEqual({ configMapRef: { name: settings?.metadata.name } });
      }
      const [policy] = await manifestsIn('components/tracing/network-policy.yaml');
      expect(policy?.spec).toEqual({
        podSelector: { matchLabels: { 'app.kubernetes.io/part-of': 'platform' } },
        policyTypes: ['Egress'],
        egress: [
          {
            to: [
              {
                namespaceSelector: {
                  matchLabels: { 'kubernetes.io/metadata.name': hostname.split('.')[1] },
                },
              },
            ],
            ports: [{ protocol: 'TCP', port: Number(port) }],
          },
        ],
      });
    });
  });
};
