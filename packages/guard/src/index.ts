export { createAddressPolicy } from './address-policy.ts';
export type { AddressPolicy, ResolveHost } from './address-policy.ts';
export { createGuard } from './create-guard.ts';
export type { Guard, GuardOptions } from './create-guard.ts';
export { GuardError, publicCodeOf } from './guard-error.ts';
export type { GuardErrorCode } from './guard-error.ts';
export type {
  GuardedFetch,
  FetchedResponse,
  FetchRequest,
  FollowedRedirect,
  HeaderPair,
} from './fetch-request.ts';
export type { GuardedProxy, ProxyAddress } from './guarded-proxy.ts';
export { createHostLimiter } from './host-limiter.ts';
export type { HostLimiter, HostLimits } from './host-limiter.ts';
export type { TlsInspection } from './create-guard.ts';
