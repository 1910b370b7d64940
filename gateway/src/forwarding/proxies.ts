import { HITS_SCOPE } from '@platform/identity';
import type { IdentitySigner } from '@platform/identity';

import { forEachArea } from '../service-areas.ts';
import type { ServiceArea } from '../service-areas.ts';
import type { CircuitState } from './circuit-breaker.ts';
import { createProxy } from './proxy.ts';
import type { Proxy, ProxyOptions } from './proxy.ts';

export type Proxies = Readonly<Record<ServiceArea, Proxy>>;

export interface ProxiesOptions {
  /** Base addresses of the services; of several instances, separated by commas. */
  targets: Readonly<Record<ServiceArea, string>>;
  timeoutMilliseconds: number;
  onError: (area: ServiceArea, kind: string) => void;
  way?: ProxyOptions['way'];
  signer: Pick<IdentitySigner, 'sign'>;
  tracing?: ProxyOptions['tracing'];
  fail: ProxyOptions['fail'];
  onAnswer: NonNullable<ProxyOptions['onAnswer']>;
  onState: (area: ServiceArea, url: string, state: CircuitState) => void;
}

/** The gateway, where it asks a service for something in its own name. */
const GATEWAY = { organisation: 'platform', keyId: 'gateway', scopes: [HITS_SCOPE] };

/** A proxy for each service. */
export const createProxies = (options: ProxiesOptions): Proxies => {
  const { targets, timeoutMilliseconds, way, signer, tracing, fail, onError, onAnswer, onState } = options;
  const proxyTo = (area: ServiceArea): Proxy =>
    createProxy({
      area,
      target: targets[area],
      timeoutMilliseconds,
      way,
      vouch: () => signer.sign(GATEWAY, area),
      tracing,
      fail,
      onAnswer,
      onError: (kind) => {
        onError(area, kind);
      },
      onState: (url, state) => {
        onState(area, url, state);
      },
    });
  return forEachArea(proxyTo);
};
