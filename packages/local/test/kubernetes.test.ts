import { access, readFile } from 'node:fs/promises';

import type Joi from 'joi';

import { folderOf, PROCESS_NAMES, SERVICE_NAMES } from '../src/services.ts';
import { FOLDER, manifestFiles, manifestsIn, typeOf, unknownFields } from './kubernetes-manifests.ts';
import type { Manifest } from './kubernetes-manifests.ts';

const root = new URL('../../../', import.meta.url);

/** Parts that are merged into other manifests, and don't stand by themselves. */
const PATCHES = [
  'components/mail-server/smtp-url.yaml',
  'components/sign-in/client-secret.yaml',
  'components/tracing/settings.yaml',
  'migrations-citus/analytics.yaml',
  'overlays/citus/analytics.yaml',
  'overlays/single-machine/without-scaling.yaml',
];
/** Settings of other programs. */
const VALUES = ['export', 'report'].map((kind) => `components/${kind}-backlog/adapter-values.yaml`);
/** Of the Prometheus operator; nothing here describes it. */
const FOREIGN = ['ServiceMonitor'];

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
    for (const manifest of (await all()).filter(({ kind }) => !FOREIGN.includes(kind))) {
      const models = (await import(`kubernetes-models/${manifest.apiVersion}`)) as Record<
        string,
        new (manifest: object) => { validate: () => void }
      >;
      const Model = models[manifest.kind];
      expect(Model).toBeDefined();
      if (Model)
        expect(() => {
          new Model(manifest).validate();
        }).not.toThrow();
    }
  });

  it('has no field that Kubernetes doesn’t know, in manifests and patches', async () => {
    const manifests = [...(await all()), ...(await Promise.all(PATCHES.map(manifestsIn))).flat()];
    const described = manifests.filter((manifest) => typeOf(manifest) !== undefined);
    expect(described.length).toBeGreaterThan(30);
    for (const manifest of described)
      expect([
        manifest.metadata.name,
        ...unknownFields(manifest, typeOf(manifest) ?? '').filter((path) => path !== '.$patch'),
      ]).toEqual([manifest.metadata.name]);
    const typo = { kind: 'Deployment', spec: { template: { spec: { containers: [{ imagee: 'x' }] } } } };
    expect(unknownFields(typo, 'V1Deployment')).toEqual(['.spec.template.spec.containers[0].imagee']);
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

/** Where the process that a deployment runs declares its settings, and under which name. */
const CONFIGS: Record<string, readonly [path: string, variables: string]> = {
  ...Object.fromEntries(
    SERVICE_NAMES.map((name) => [name, [`${folderOf(name)}/src/config.ts`, 'configVariables'] as const]),
  ),
  'reports-worker': ['services/reports/src/config.ts', 'workerVariables'],
  'palette-worker': ['services/palette/src/worker-config.ts', 'workerVariables'],
  'webhook-worker': ['gateway/src/webhook-worker-config.ts', 'workerVariables'],
};

describe.each(Object.entries(CONFIGS))('the deployment of %s', (name, [path, variables]) => {
  it('sets only settings that the process reads, to values it takes, and its own port', async () => {
    const module = (await import(new URL(path, root).href)) as Record<string, Record<string, Joi.Schema>>;
    const known = module[variables] ?? {};
    const [deployment] = await manifestsIn(`base/${name}.yaml`);
    const [container] = deployment?.spec.template.spec.containers as {
      env: { name: string; value: string }[];
      ports: { name: string; containerPort: number }[];
    }[];
    for (const { name: variable, value } of container?.env ?? []) {
      const setting = variable.replace(/_FILE$/, '');
      expect(Object.keys(known)).toContain(setting);
      if (setting === variable) expect(known[setting]?.validate(value).error).toBeUndefined();
      else expect(value).toMatch(/^\/secrets\/[a-z-]+$/);
    }
    const port = container?.env.find((entry) => entry.name === 'PORT')?.value;
    expect(container?.ports[0]).toEqual({ name: 'http', containerPort: Number(port) });
    const fallback = (known['PORT']?.describe() as { flags?: { default?: number } }).flags?.default;
    expect(Number(port)).toBe(fallback);
  });
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
