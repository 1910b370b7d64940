import { readFileSync } from 'node:fs';

import { belongsToDomain } from '../../websites/domain-name.ts';
import { sourceOf } from '../../sources/source-of.ts';
import { appReferrer } from './app-referrer.ts';

/**
 * The host that a visit came from, without `www.`. All hosts of a known source are one: `google.de` and
 * `google.com`, `l.facebook.com` and `facebook.com`.
 * @returns an empty string for no referrer, one that isn't an address, and the website's own pages
 */
export const referrerHost = (text: string, domain: string): string => {
  if (text === '') return '';
  const url = URL.parse(text);
  if (!url) return '';
  const name = url.hostname.toLowerCase().replace(/^www\./, '');
  const host = url.protocol === 'android-app:' ? appReferrer(name) : name;
  return belongsToDomain(host, domain) ? '' : (sourceOf(host)?.host ?? host).slice(0, 253);
};

/**
 * Tells referrers known for spam, and their subdomains. The list is Matomo's, in the public domain
 * (github.com/matomo-org/referrer-spam-list, spammers.txt).
 */
export const createSpamFilter = (
  file = new URL('./referrer-spam.txt', import.meta.url),
): ((host: string) => boolean) => {
  const spammers = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
  return (host) => {
    for (let rest = host; rest !== ''; rest = rest.slice(rest.indexOf('.') + 1)) {
      if (spammers.has(rest)) return true;
      if (!rest.includes('.')) return false;
    }
    return false;
  };
};
