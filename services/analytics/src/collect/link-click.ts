import { belongsToDomain } from '../websites/domain-name.ts';
import type { Props, Report } from './hit.ts';
import { parsePageUrl } from './page-url.ts';

const DOWNLOAD =
  /\.(pdf|zip|rar|tar|t?gz|bz2|xz|7z|docx?|xlsx?|pptx?|odt|ods|csv|txt|rtf|epub|dmg|pkg|exe|msi|deb|rpm|apk|iso|mp[34]|m4a|wav|avi|mov|mkv|webm|svgz?|ics|json|xml)$/i;

/**
 * What a click on a link was. The tracker reports each link that leads to another host or to a file; telling them apart is done here,
 * as that keeps the script small.
 * @returns null for what is no event of its own: a page of a subdomain, `mailto:` and the like
 */
export const readLinkClick = (report: Report, domain: string): Report | null => {
  const address = report.props['url'];
  const link = typeof address === 'string' ? parsePageUrl(address) : null;
  if (!link) return null;
  // Without the query, which is another website's business and may hold secrets.
  const props: Props = { url: `${link.origin}${link.pathname}`.slice(0, 500) };
  if (DOWNLOAD.test(link.pathname)) return { ...report, name: 'File Download', props };
  return belongsToDomain(link.hostname, domain) ? null : { ...report, name: 'Outbound Link', props };
};
