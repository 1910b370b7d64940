import type { DropReason } from '../../exclusions/drop-reasons.ts';
import { monthsBefore } from '../../partitions/month.ts';
import { belongsToDomain } from '../../websites/domain-name.ts';
import type { Step } from './hit-draft.ts';

/** The clock of a server may be a little ahead of ours. */
const MAX_AHEAD_MS = 5 * 60_000;
/** Without a retention of its own, a website takes events of the last ten years. */
const MAX_AGE_MONTHS = 120;

/** Drops what a server sends about the future, or of a time that the website no longer keeps. */
export const dropOutOfTime: Step = ({ isBrowser, ts, now, site }) => {
  if (isBrowser) return null;
  const oldest = monthsBefore(now, site.retentionMonths ?? MAX_AGE_MONTHS);
  return ts > now + MAX_AHEAD_MS || ts < oldest ? 'time' : null;
};

/** Drops what pages of other websites send with this website's key. */
export const dropForeignOrigin: Step = ({ site, sender, body }) => {
  const origin = sender.origin === '' ? null : (URL.parse(sender.origin)?.hostname ?? '');
  const hosts = [origin, body.url?.hostname ?? null];
  return hosts.some((host) => host !== null && !belongsToDomain(host, site.domain)) ? 'origin' : null;
};

/** Drops hits from the website's `exclude_ips`. */
export const dropExcludedAddress: Step = ({ site, sender }) =>
  site.isExcludedAddress(sender.address) ? 'excluded_ip' : null;

/** Drops bots where the website has `exclude_bots`. A server may leave the user agent out. */
export const createDropBots =
  (botFilter: (userAgent: string) => DropReason | null): Step =>
  ({ site, isBrowser, sender, body }) => {
    if (!site.excludesBots) return null;
    if (body.isAutomated === true) return 'bot';
    return isBrowser || sender.userAgent !== '' ? botFilter(sender.userAgent) : null;
  };

/** Drops visits from referrers that are known for spam. */
export const createDropReferrerSpam =
  (isSpamReferrer: (host: string) => boolean): Step =>
  ({ referrer }) =>
    isSpamReferrer(referrer) ? 'referrer_spam' : null;
