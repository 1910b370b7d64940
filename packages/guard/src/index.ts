export { createAddressPolicy } from './address-policy.ts';
export type { AddressPolicy } from './address-policy.ts';
export { createGuard } from './create-guard.ts';
export type { Guard, GuardOptions } from './create-guard.ts';
export { GuardError, publicCodeOf } from './guard-error.ts';
export type { GuardErrorCode } from './guard-error.ts';
export type {
  FetchedResponse,
  FetchRequest,
  FollowedRedirect,
  GuardedFetch,
  HeaderPair,
} from './guarded-fetch.ts';
export type { GuardedProxy } from './guarded-proxy.ts';
export type { HostLimits } from './host-limiter.ts';
export type { ResolveHost } from './resolve-host.ts';
export type { TlsInspection } from './inspect-tls.ts';
