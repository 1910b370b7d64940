import { access, readFile } from 'node:fs/promises';

import { PROCESS_NAMES, SERVICE_NAMES } from '../src/services.ts';
import {
  FOLDER,
  manifestFiles,
  manifestsIn,
  typeOf,
  unknownFields,
  validateValues,
} from './kubernetes-manifests.ts';
import type { Manifest } from './kubernetes-manifests.ts';
import { CONFIGS, settingsReadBy } from './kubernetes-settings.ts';
import type { Container } from './kubernetes-settings.ts';

const root = new URL('../../../', import.meta.url);

/** Parts that are merged into other manifests, and don't stand by themselves. */
const PATCHES = [
  'components/mail-server/smtp-url.yaml',
  'components/own-ca/own-ca.yaml',
  'components/sign-in/client-secret.yaml',
  'components/tracing/settings.yaml',
  'migrations-citus/analytics.yaml',
  'overlays/citus/analytics.yaml',
  'overlays/single-machine/without-scaling.yaml',
];
/** Settings of another program. */
const VALUES = ['adapter-values.yaml'];

interface Egress {
  to?: { ipBlock?: { cidr: string; except?: string[] } }[];
  ports?: { port: number | string }[];
}
interface Selector {
  matchLabels?: Record<string, string>;
  matchExpressions?: { values: string[] }[];
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

const wholeFiles = async (): Promise<string[]> =>
  (await manifestFiles()).filter(
    (path) => !path.endsWith('kustomization.yaml') && ![...PATCHES, ...VALUES].includes(path),
  );
const all = async (): Promise<Manifest[]> =>
  (await Promise.all((await wholeFiles()).map(manifestsIn))).flat();
const ofKind = async (kind: string): Promise<Manifest[]> =>
  (await all()).filter((manifest) => manifest.kind === kind);

describe('deploy/kubernetes', () => {
  it('has valid values in every manifest', async () => {
    for (const manifest of await all()) await expect(validateValues(manifest)).resolves.toBeUndefined();
    const monitor = {
      apiVersion: 'monitoring.coreos.com/v1',
      kind: 'ServiceMonitor',
      metadata: { name: 'gateway' },
      spec: { selector: {}, endpoints: [{ port: 'metrics', interval: '30 s' }] },
    };
    await expect(validateValues(monitor)).rejects.toThrow('endpoints/0/interval must match');
  });

  it('has no field that Kubernetes doesn’t know, in manifests and patches', async () => {
    const manifests = [...(await all()), ...(await Promise.all(PATCHES.map(manifestsIn))).flat()];
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
    const deployments = await ofKind('Deployment');
    const names = deployments.map(({ metadata }) => metadata.name).sort();
    for (const kind of ['HorizontalPodAutoscaler', 'PodDisruptionBudget', 'Service', 'ServiceMonitor'])
      expect((await ofKind(kind)).map(({ metadata }) => metadata.name).sort()).toEqual(names);
    for (const { spec } of await ofKind('HorizontalPodAutoscaler'))
      expect(names).toContain(spec.scaleTargetRef.name);
    for (const { metadata, spec } of await ofKind('Service')) {
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
    for (const { metadata, spec } of await ofKind('Deployment'))
      expect([metadata.name, spec.replicas]).toEqual([metadata.name, undefined]);
  });

  it('lets only processes that send requests outside reach the internet, and nobody the metadata address', async () => {
    const isPublic = (cidr: string): boolean => /^(0\.0\.0\.0|::|2000::)\//.test(cidr);
    const outward: Record<string, unknown> = {};
    for (const { metadata, spec } of await ofKind('NetworkPolicy'))
      for (const { to = [], ports } of (spec.egress ?? []) as Egress[]) {
        const blocks = to.flatMap(({ ipBlock }) => ipBlock ?? []).filter(({ cidr }) => isPublic(cidr));
        if (blocks.length === 0) continue;
        const { matchLabels, matchExpressions } = spec.podSelector as Selector;
        const pods = matchLabels?.['app.kubernetes.io/name'] ?? matchExpressions?.[0]?.values;
        outward[metadata.name] = [pods, ports?.map(({ port }) => port)];
        const excepted = blocks.find(({ cidr }) => cidr === '0.0.0.0/0')?.except;
        // Mail servers may be at private addresses; kubernetes-selectors.test.ts looks at what is left.
        if (metadata.name !== 'mail-server') expect(excepted).toEqual(NOT_PUBLIC);
      }
    expect(outward).toEqual({
      internet: ['reports-worker', undefined],
      'internet-for-webhooks': ['webhook-worker', undefined],
      // Images of POST /v1/palettes/from-image.
      'internet-for-pictures': ['palette', undefined],
      'mail-server': [
        ['analytics', 'reports'],
        [465, 587],
      ],
      'identity-provider': ['gateway', [443]],
    });
    const [first] = await manifestsIn('base/network-policies.yaml');
    expect(first?.spec).toEqual({ podSelector: {}, policyTypes: ['Ingress', 'Egress'] });
  });
});

describe('deploy/kubernetes, of each service', () => {
  it('runs the processes that `npm start` runs, and migrates each service', async () => {
    const names = (await ofKind('Deployment')).map(({ metadata }) => metadata.name).sort();
    // `npm start` makes reports in the service's own process.
    expect(names).toEqual([...PROCESS_NAMES, 'reports-worker'].sort());
    expect(Object.keys(CONFIGS).sort()).toEqual(names);
    const jobs = (await ofKind('Job')).map(({ metadata }) => metadata.name);
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
      const service = (await ofKind('Service')).find(({ metadata }) => metadata.name === name);
      const [{ port }] = service?.spec.ports as [{ port: number }];
      expect(container?.env).toContainEqual({
        name: `${name.toUpperCase()}_URL`,
        value: `http://${name}:${port}`,
      });
      const policies = await manifestsIn('base/network-policies.yaml');
      const policy = (of: string): unknown => policies.find(({ metadata }) => metadata.name === of)?.spec;
      const pod = (of: string) => ({ podSelector: { matchLabels: { 'app.kubernetes.io/name': of } } });
      const ports = [{ protocol: 'TCP', port: 'http' }];
      expect(policy('from-gateway')).toMatchObject({
        egress: expect.arrayContaining([{ to: [pod(name)], ports }]) as unknown,
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
});

it.each(Object.keys(CONFIGS))('the deployment of %s listens where the process does', async (name) => {
  const [deployment] = await manifestsIn(`base/${name}.yaml`);
  const [{ env = [], ports = [] }] = deployment?.spec.template.spec.containers as [Container];
  const portOf = (variable: string): number => Number(env.find((entry) => entry.name === variable)?.value);
  const [http, ...others] = ports;
  expect(http).toEqual({ name: 'http', containerPort: portOf('PORT') });
  expect(others).toEqual(
    name === 'gateway' ? [{ name: 'metrics', containerPort: portOf('METRICS_PORT') }] : [],
  );
  const { PORT } = await settingsReadBy(name);
  expect((PORT?.describe() as { flags?: { default?: number } }).flags?.default).toBe(portOf('PORT'));
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
  const deployments = await ofKind('Deployment');
  expect(deployments.length).toBe(Object.keys(CONFIGS).length);
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
