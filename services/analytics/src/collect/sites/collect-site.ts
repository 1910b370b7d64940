import { createAddressMatcher } from '../../exclusions/address-matcher.ts';
import { splitLines } from '../../exclusions/line-list.ts';
import type { Spelling, Website } from '../../websites/website.ts';
import { createParamExclusions } from '../../exclusions/param-exclusions.ts';
import type { ParamExclusions } from '../../exclusions/param-exclusions.ts';

/** A website as the collect pipeline needs it: its exclusions compiled to tests. */
export interface CollectSite extends ParamExclusions {
  readonly id: number;
  readonly organisation: string;
  readonly domain: string;
  readonly timezone: string;
  readonly retentionMonths: number | null;
  readonly excludesBots: boolean;
  readonly isExcludedAddress: (address: string) => boolean;
  /** True for the website's own proxies, which say where a hit came from. */
  readonly isTrustedProxy: (address: string) => boolean;
  readonly serverKeyHash: string | null;
  readonly spelling: Spelling;
}

/** Compiles a website's exclusions. */
export const toCollectSite = (website: Website): CollectSite => ({
  id: website.id,
  organisation: website.organisation,
  domain: website.domain,
  timezone: website.timezone,
  retentionMonths: website.retentionMonths,
  excludesBots: website.excludeBots === 1,
  isExcludedAddress: createAddressMatcher(splitLines(website.excludeIps ?? '')),
  isTrustedProxy: createAddressMatcher(splitLines(website.trustedProxies ?? '')),
  serverKeyHash: website.serverKeyHash,
  spelling: website,
  ...createParamExclusions(website.excludeParams),
});
