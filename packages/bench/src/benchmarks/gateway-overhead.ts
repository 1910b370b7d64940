import type { Benchmark, Figure } from '../benchmark.ts';
import { measureGatewayOverhead } from '../gateway-overhead.ts';
import type { PassageCost } from '../gateway-overhead.ts';

const figuresOf = ({ way, cpu, p50, p99, perSecond, failed }: PassageCost): Figure[] => [
  { name: `${way}: processor time`, value: cpu, unit: 'µs/request' },
  { name: `${way}: p50`, value: p50, unit: 'ms' },
  { name: `${way}: p99`, value: p99, unit: 'ms' },
  { name: `${way}: 32 connections`, value: perSecond, unit: 'requests/s' },
  { name: `${way}: failed`, value: failed, unit: '', aim: { atMost: 0 } },
];

const comparisonsOf = (way: PassageCost, direct: PassageCost, bare: PassageCost): Figure[] => [
  {
    name: `${way.way}: × the bare proxy's processor time`,
    value: way.cpu / bare.cpu,
    unit: '×',
    aim: { atMost: 1.5 },
  },
  { name: `${way.way}: added to p50`, value: way.p50 - direct.p50, unit: 'ms', aim: { atMost: 0.7 } },
  { name: `${way.way}: added to p99`, value: way.p99 - direct.p99, unit: 'ms', aim: { atMost: 5 } },
];

export const gatewayOverhead: Benchmark = {
  id: 'gateway-overhead',
  title: 'What the gateway adds',
  measures:
    'A request with a key through the gateway with everything on, limits counted in memory and in Redis (where there is one), beside no proxy and a bare one (Express and http-proxy-middleware) in front of the same service, in turns.',
  limitSeconds: 300,
  async run({ quick }) {
    const costs = await measureGatewayOverhead(quick ? { seconds: 1, rounds: 1 } : { seconds: 5, rounds: 3 });
    const [direct, bare, ...gateways] = costs;
    if (!direct || !bare) throw new Error('Nothing was measured.');
    return [...costs.flatMap(figuresOf), ...gateways.flatMap((way) => comparisonsOf(way, direct, bare))];
  },
};
