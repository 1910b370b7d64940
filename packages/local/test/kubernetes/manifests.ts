import { access } from 'node:fs/promises';

import {
  FOLDER,
  manifestFiles,
  manifestsIn,
  manifestsOfKind,
  PATCHES,
  typeOf,
  unknownFields,
  validateValues,
  wholeManifests,
} from './read-manifests.ts';

interface Egress {
  to?: { ipBlock?: { cidr: string; except?: string[] } }[];
  ports?: { port: number | string }[];
}
interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { operator: string; values: string[] }[];
}
/** Private addresses, the metadata address, and those that lead nowhere. */
const NOT_PUBLIC = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '224.0.0.0/4',
  '240.0.0.0/4',
];

export const describeManifests = (): void => {
  describe('deploy/kubernetes', () => {
    it('has valid values in every manifest', async () => {
      for (const manifest of await wholeManifests())
        await expect(validateValues(manifest)).resolves.toBeUndefined();
      const monitor = {
        apiVersion: 'monitoring.coreos.com/v1',
        kind: 'ServiceMonitor',
        metadata: { name: 'gateway' },
        spec: { selector: {}, endpoints: [{ port: 'metrics', interval: '30 s' }] },
      };
      await expect(validateValues(monitor)).rejects.toThrow('endpoints/0/interval must match');
    });

    it('has no field that Kubernetes doesn’t know, in manifests and patches', async () => {
      const manifests = [
        ...(await wholeManifests()),
        ...(await Promise.all(PATCHES.map(manifestsIn))).flat(),
      ];
      const described = manifests.filter((manifest) => typeOf(manifest) !== undefined);
      // The rest are JSON patches, and the deletion of a whole kind.
      for (const other of manifests.filter((manifest) => !described.includes(manifest)))
        expect(Array.isArray(other) || Object.hasOwn(other, '$patch')).toBe(true);
      expect(described.length).toBeGreaterThan(30);
      for (const manifest of described)
        expect([
          manifest.metadata.name,
          ...unknownFields(manifest, typeOf(manifest) ?? '').filter((path) => path !== '.$patch'),
        ]).toEqual([manifest.metadata.name]);
      const typo = { kind: 'Deployment', spec: { template: { spec: { containers: [{ imagee: 'x' }] } } } };
      expect(unknownFields(typo, 'V1Deployment')).toEqual(['.spec.template.spec.containers[0].imagee']);
      const monitor = { kind: 'ServiceMonitor', spec: { endpoints: [{ port: 'http', intervall: '30s' }] } };
      expect(unknownFields(monitor, 'ServiceMonitor')).toEqual(['.spec.endpoints[0].intervall']);
    });

    it('names in its kustomizations only files and images that are there', async () => {
      const kustomizations = (await manifestFiles()).filter((path) => path.endsWith('kustomization.yaml'));
      expect(kustomizations.length).toBeGreaterThan(5);
      for (const path of kustomizations) {
        const [content] = await manifestsIn(path);
        const {
          resources = [],
          components = [],
          patches = [],
        } = content as unknown as {
          resources?: string[];
          components?: string[];
          patches?: { path?: string; target?: object; patch?: string }[];
        };
        const files = patches.flatMap((patch) => patch.path ?? []);
        for (const name of [...resources, ...components, ...files])
          await access(new URL(name, new URL(path, FOLDER)));
        const known = [
          'apiVersion',
          'kind',
          'namespace',
          'resources',
          'components',
          'patches',
          'images',
          'replicas',
        ];
        expect(Object.keys(content ?? {}).filter((key) => !known.includes(key))).toEqual([]);
      }
    });

    it('points autoscalers, budgets and ports at what exists', async () => {
      const deployments = await manifestsOfKind('Deployment');
      const names = deployments.map(({ metadata }) => metadata.name).sort();
      for (const kind of ['HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service', 'ServiceMonitor'])
        expect((await manifestsOfKind(kind)).map(({ metadata }) => metadata.name).sort()).toEqual(names);
      for (const { spec } of await manifestsOfKind('HorizontalPodAutoscaler'))
        expect(names).toContain(spec.scaleTargetRef.name);
      for (const { metadata, spec } of await manifestsOfKind('Service')) {
        const deployment = deployments.find((one) => one.metadata.name === metadata.name);
        const [container] = deployment?.spec.template.spec.containers as {
          ports: { name: string; containerPort: number }[];
        }[];
        for (const { port, targetPort } of spec.ports)
          expect(container?.ports).toContainEqual({ name: targetPort, containerPort: port });
      }
    });

    it('leaves how many run to the autoscalers', async () => {
      // An apply would set the number back, however many are needed.
      for (const { metadata, spec } of await manifestsOfKind('Deployment'))
        expect([metadata.name, spec.replicas]).toEqual([metadata.name, undefined]);
    });

    it('lets only processes that send requests outside reach the internet, and nobody the metadata address', async () => {
      const isPublic = (cidr: string): boolean => /^(0\.0\.0\.0|::|2000::)\//.test(cidr);
      const outward: Record<string, unknown> = {};
      for (const { metadata, spec } of await manifestsOfKind('NetworkPolicy'))
        for (const { to = [], ports } of (spec.egress ?? []) as Egress[]) {
          const blocks = to.flatMap(({ ipBlock }) => ipBlock ?? []).filter(({ cidr }) => isPublic(cidr));
          if (blocks.length === 0) continue;
          const { matchLabels, matchExpressions } = spec.podSelector as Selector;
          const [expression] = matchExpressions ?? [];
          const pods =
            matchLabels?.['app.kubernetes.io/name'] ??
            (expression?.operator === 'NotIn' ? { but: expression.values } : expression?.values);
          outward[metadata.name] = [pods, ports?.map(({ port }) => port)];
          const excepted = blocks.find(({ cidr }) => cidr === '0.0.0.0/0')?.except;
          // Mail servers may be at private addresses; selectors.ts looks at what is left.
          if (metadata.name !== 'mail-server') expect(excepted).toEqual(NOT_PUBLIC);
        }
      expect(outward).toEqual({
        internet: ['reports-worker', undefined],
        'internet-for-webhooks': ['webhook-worker', undefined],
        // Images of POST /v1/palettes/from-image.
        'internet-for-pictures': ['palette', undefined],
        'mail-server': [
          ['analytics', 'gateway', 'reports'],
          [465, 587],
        ],
        'identity-provider': ['gateway', [443]],
        'public-databases': [{ but: ['reports-renderer'] }, [5432, 6379]],
      });
      const [first] = await manifestsIn('base/network-policies.yaml');
      expect(first?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
    });
  });
};
