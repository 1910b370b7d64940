import { belongsToDomain } from '../../websites/domain-name.ts';
import type { Props, HitBody } from './hit.ts';
import { parsePageUrl } from './page-url.ts';

const DOWNLOAD =
  /\.(pdf|zip|rar|tar|t?gz|bz2|xz|7z|docx?|xlsx?|pptx?|odt|ods|csv|txt|rtf|epub|dmg|pkg|exe|msi|deb|rpm|apk|iso|mp[34]|m4a|wav|avi|mov|mkv|webm|svgz?|ics|json|xml)$/i;

/**
 * Tells what a click on a link was. The tracker sends every click on a link to another host or to a
 * file; telling them apart here keeps the script small.
 * @returns null for a click that is no event: a page of a subdomain, `mailto:` and the like
 */
export const readLinkClick = (body: HitBody, domain: string): HitBody | null => {
  const address = body.props['url'];
  const link = typeof address === 'string' ? parsePageUrl(address) : null;
  if (!link) return null;
  // Without the query: it is the other website's business and may hold secrets.
  const props: Props = { url: `${link.origin}${link.pathname}`.slice(0, 500) };
  if (DOWNLOAD.test(link.pathname)) return { ...body, name: 'File Download', props };
  return belongsToDomain(link.hostname, domain) ? null : { ...body, name: 'Outbound Link', props };
};
