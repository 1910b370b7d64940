import { BlockList, isIPv6 } from 'node:net';

import { manifestFiles, manifestsIn } from './read-manifests.ts';
import type { Manifest } from './read-manifests.ts';

type Labels = Record<string, string>;
export interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}
interface Block {
  cidr: string;
  except?: string[];
}
interface Peer {
  podSelector?: Selector;
  namespaceSelector?: Selector;
  ipBlock?: Block;
}
interface Rule {
  to?: Peer[];
  from?: Peer[];
  ports?: { port: number | string }[];
}

/** Whether a selector chooses what has these labels. */
export const isChosen = (labels: Labels, { matchLabels = {}, matchExpressions = [] }: Selector): boolean =>
  Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
  matchExpressions.every(
    ({ key, operator, values }) => values.includes(labels[key] ?? '') === (operator === 'In'),
  );

export const describeSelectors = (): void => {
  describe('the selectors and network policies', () => {
    let manifests: Manifest[];
    beforeAll(async () => {
      // The other files of components are patches.
      const whole =
        /^(?:(?:base|migrations)\/(?!kust)[\w-]+|components\/[\w-]+\/(?:network-policy|service-monitors))\.yaml$/;
      const files = (await manifestFiles()).filter((path) => whole.test(path));
      manifests = (await Promise.all(files.map(manifestsIn))).flat();
    });
    const ofKind = (...kinds: string[]): Manifest[] => manifests.filter(({ kind }) => kinds.includes(kind));

    /** The labels of the pods of each deployment and job. */
    const pods = (): Labels[] =>
      ofKind('Deployment', 'Job').map(({ spec }) => spec.template.metadata.labels as Labels);

    const namesOf = (selector: Selector): (string | undefined)[] =>
      pods()
        .filter((labels) => isChosen(labels, selector))
        .map((labels) => labels['app.kubernetes.io/name']);

    it('each deployment, budget and service chooses the pods of its own name, and no others', () => {
      const choosing = ofKind('Deployment', 'PodDisruptionBudget');
      expect(choosing.length).toBeGreaterThanOrEqual(14);
      for (const { kind, metadata, spec } of choosing)
        expect([kind, metadata.name, namesOf(spec.selector as Selector)]).toEqual([
          kind,
          metadata.name,
          [metadata.name],
        ]);
      for (const { metadata, spec } of ofKind('Service'))
        expect([metadata.name, namesOf({ matchLabels: spec.selector as Labels })]).toEqual([
          metadata.name,
          [metadata.name],
        ]);
    });

    it('each ServiceMonitor asks a port that the service of its name has, the gateway’s for metrics', () => {
      const monitors = ofKind('ServiceMonitor');
      expect(monitors.length).toBeGreaterThanOrEqual(7);
      for (const { metadata, spec } of monitors) {
        const chosen = ofKind('Service').filter((service) =>
          isChosen((service.metadata as { labels?: Labels }).labels ?? {}, spec.selector as Selector),
        );
        expect([metadata.name, ...chosen.map((service) => service.metadata.name)]).toEqual([
          metadata.name,
          metadata.name,
        ]);
        const ports = (chosen[0]?.spec.ports as { name: string }[]).map(({ name }) => name);
        const [{ port, path }] = spec.endpoints as [{ port: string; path: string }];
        expect([metadata.name, path, ports.includes(port)]).toEqual([metadata.name, '/metrics', true]);
        // Elsewhere the gateway answers 404 to /metrics.
        if (metadata.name === 'gateway') expect(port).toBe('metrics');
      }
    });

    it('network policies choose pods that exist, by ports that these have', () => {
      const ports = new Map(
        ofKind('Deployment').map(({ metadata, spec }) => [
          metadata.name,
          (spec.template.spec.containers as { ports: { name: string }[] }[]).flatMap((container) =>
            container.ports.map(({ name }) => name),
          ),
        ]),
      );
      for (const { metadata, spec } of ofKind('NetworkPolicy')) {
        const own = namesOf(spec.podSelector as Selector);
        expect([metadata.name, own.length > 0]).toEqual([metadata.name, true]);
        const check = (
          peers: readonly Peer[],
          named: readonly (number | string)[],
          reached: typeof own,
        ): void => {
          for (const { podSelector, namespaceSelector } of peers)
            if (podSelector && !namespaceSelector)
              expect([metadata.name, namesOf(podSelector).length > 0]).toEqual([metadata.name, true]);
          for (const port of named.filter((one) => typeof one === 'string'))
            for (const name of reached)
              // Migrations listen on nothing.
              if (ports.has(name ?? ''))
                expect([metadata.name, name, ports.get(name ?? '')?.includes(port)]).toEqual([
                  metadata.name,
                  name,
                  true,
                ]);
        };
        for (const { to = [], ports: named = [] } of (spec.egress ?? []) as Rule[])
          check(
            to,
            named.map(({ port }) => port),
            to.flatMap(({ podSelector }) => (podSelector ? namesOf(podSelector) : [])),
          );
        for (const { from = [], ports: named = [] } of (spec.ingress ?? []) as Rule[])
          check(
            from,
            named.map(({ port }) => port),
            own,
          );
      }
    });

    /** Metadata addresses of clouds: most of them, AWS for containers, AWS and GCP over IPv6, Alibaba. */
    const METADATA = ['169.254.169.254', '169.254.170.2', 'fd00:ec2::254', 'fd20:ce::254', '100.100.100.200'];

    const holds = (cidr: string, address: string): boolean => {
      const [network = '', prefix = ''] = cidr.split('/');
      const family = isIPv6(network) ? 'ipv6' : 'ipv4';
      if (isIPv6(address) !== isIPv6(network)) return false;
      const list = new BlockList();
      list.addSubnet(network, Number(prefix), family);
      return list.check(address, family);
    };

    it('no rule lets anybody reach everything, or a metadata address', () => {
      const open: unknown[] = [];
      for (const { metadata, spec } of ofKind('NetworkPolicy'))
        for (const { to = [], ports } of (spec.egress ?? []) as Rule[]) {
          // A rule that names nobody means everybody.
          if (to.length === 0) open.push([metadata.name, 'everything']);
          for (const { ipBlock, podSelector, namespaceSelector } of to) {
            if (!ipBlock && !podSelector && !namespaceSelector) open.push([metadata.name, 'everything']);
            for (const address of METADATA)
              if (
                ipBlock &&
                holds(ipBlock.cidr, address) &&
                !ipBlock.except?.some((one) => holds(one, address))
              )
                open.push([metadata.name, address, ports?.map(({ port }) => port)]);
          }
        }
      expect(open).toEqual([]);
    });

    /** Addresses outside the internet: private, local and reserved. */
    const NOT_PUBLIC = [
      ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
      ...['192.168.0.0/16', '224.0.0.0/4', '240.0.0.0/4', 'fc00::/7', 'fe80::/10'],
    ];

    /** Whether a block has any address outside of the ones above. */
    const isPublic = (cidr: string): boolean => {
      const [network = '', prefix = ''] = cidr.split('/');
      return !NOT_PUBLIC.some((one) => holds(one, network) && Number(one.split('/')[1]) <= Number(prefix));
    };

    it('exactly these processes reach the internet, and none of them a metadata address', () => {
      const reached: Record<string, (number | string)[]> = {};
      for (const labels of pods()) {
        const policies = ofKind('NetworkPolicy').filter(({ spec }) =>
          isChosen(labels, spec.podSelector as Selector),
        );
        // Where no policy is about what goes out, everything may.
        expect(policies.some(({ spec }) => spec.policyTypes.includes('Egress'))).toBe(true);
        // Its ports are for databases only, and selected by nobody without one, which services.ts looks at.
        const others = policies.filter(({ metadata }) => metadata.name !== 'public-databases');
        for (const { to = [], ports } of others.flatMap(({ spec }) => (spec.egress ?? []) as Rule[])) {
          const blocks = to.flatMap(({ ipBlock }) => ipBlock ?? []);
          const outside = blocks.filter(({ cidr }) => isPublic(cidr));
          for (const { cidr, except = [] } of outside)
            expect(
              METADATA.filter(
                (address) => holds(cidr, address) && !except.some((one) => holds(one, address)),
              ),
            ).toEqual([]);
          if (outside.length > 0)
            (reached[labels['app.kubernetes.io/name'] ?? ''] ??= []).push(
              ...(ports?.map(({ port }) => port) ?? ['every port']),
            );
        }
      }
      expect(reached).toEqual({
        // They fetch the pages that reports are about.
        'reports-worker': ['every port'],
        // They send events to the addresses of webhooks.
        'webhook-worker': ['every port'],
        // It fetches pictures that palettes are made from.
        palette: ['every port'],
        // With the component mail-server.
        analytics: [465, 587],
        reports: [465, 587],
        // With the components sign-in and mail-server.
        gateway: [443, 465, 587],
      });
    });
  });
};
