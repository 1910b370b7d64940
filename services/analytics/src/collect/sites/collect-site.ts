import { createAddressMatcher } from '../../exclusions/address-matcher.ts';
import { splitLines } from '../../exclusions/line-list.ts';
import type { Website } from '../../websites/website.ts';
import { createNameMatcher } from '../../exclusions/name-matcher.ts';

/** A website as the collect pipeline needs it: its exclusions compiled to tests. */
export interface CollectSite {
  readonly id: number;
  readonly organisation: string;
  readonly domain: string;
  readonly timezone: string;
  readonly retentionMonths: number | null;
  readonly excludesBots: boolean;
  readonly isExcludedAddress: (address: string) => boolean;
  readonly isExcludedParam: (name: string) => boolean;
  /** The same without patterns: only a parameter named in full is lost as a campaign, too. */
  readonly isNamedParam: (name: string) => boolean;
}

const namedIn = (lines: readonly string[]): readonly string[] => lines.filter((line) => !line.includes('*'));

/** Compiles a website's exclusions. */
export const toCollectSite = (website: Website): CollectSite => ({
  id: website.id,
  organisation: website.organisation,
  domain: website.domain,
  timezone: website.timezone,
  retentionMonths: website.retentionMonths,
  excludesBots: website.excludeBots === 1,
  isExcludedAddress: createAddressMatcher(splitLines(website.excludeIps ?? '')),
  isExcludedParam: createNameMatcher(splitLines(website.excludeParams ?? '')),
  isNamedParam: createNameMatcher(namedIn(splitLines(website.excludeParams ?? ''))),
});
