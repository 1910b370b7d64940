import { readFileSync } from 'node:fs';

import { sourceOf } from '../../sources/source-of.ts';
import { belongsToDomain } from '../../websites/domain-name.ts';

/** Apps that name themselves as referrer, by the host of the service that they belong to. */
const HOSTS: Readonly<Record<string, string>> = {
  'com.google.android.gm': 'mail.google.com',
  'com.google.android.googlequicksearchbox': 'google.com',
  'com.google.android.youtube': 'youtube.com',
  'com.google.android.apps.searchlite': 'google.com',
  'com.microsoft.office.outlook': 'outlook.live.com',
  'com.yahoo.mobile.client.android.mail': 'mail.yahoo.com',
  'com.microsoft.bing': 'bing.com',
  'com.duckduckgo.mobile.android': 'duckduckgo.com',
  'com.facebook.katana': 'facebook.com',
  'com.facebook.lite': 'facebook.com',
  'com.facebook.orca': 'messenger.com',
  'com.instagram.android': 'instagram.com',
  'com.instagram.barcelona': 'threads.net',
  'com.linkedin.android': 'linkedin.com',
  'com.reddit.frontpage': 'reddit.com',
  'com.twitter.android': 'x.com',
  'com.pinterest': 'pinterest.com',
  'com.zhiliaoapp.musically': 'tiktok.com',
  'com.snapchat.android': 'snapchat.com',
  'com.whatsapp': 'whatsapp.com',
  'org.telegram.messenger': 'telegram.org',
  'com.discord': 'discord.com',
  'com.tumblr': 'tumblr.com',
  'com.openai.chatgpt': 'chatgpt.com',
  'com.anthropic.claude': 'claude.ai',
  'ai.perplexity.app.android': 'perplexity.ai',
  'com.slack': 'slack.com',
};

/** The service of an app that Android names as `android-app://<package>/`; else the package. */
export const appReferrer = (packageName: string): string =>
  Object.hasOwn(HOSTS, packageName) ? (HOSTS[packageName] ?? packageName) : packageName;

/** The longest host that DNS knows (RFC 1035, 2.3.4). */
const MAX_HOST = 253;

/**
 * The host that a visit came from, without `www.`. All hosts of a known source are one: `google.de` and
 * `google.com`, `l.facebook.com` and `facebook.com`.
 * @returns an empty string for no referrer, one that isn't an address, and the website's own pages
 */
export const referrerHost = (text: string, domain: string): string => {
  if (text === '') return '';
  const url = URL.parse(text);
  if (!url) return '';
  // A longer one is no host, and everything below looks at it.
  const name = url.hostname
    .slice(0, MAX_HOST)
    .toLowerCase()
    .replace(/^www\./, '');
  const host = url.protocol === 'android-app:' ? appReferrer(name) : name;
  return belongsToDomain(host, domain) ? '' : (sourceOf(host)?.host ?? host);
};

/**
 * Tells referrers known for spam, and their subdomains. The list is Matomo's, in the public domain
 * (github.com/matomo-org/referrer-spam-list, spammers.txt).
 */
export const createSpamFilter = (
  file = new URL('./referrer-spam.txt', import.meta.url),
): ((host: string) => boolean) => {
  const spammers = new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean));
  const mostLabels = Math.max(...[...spammers].map((spammer) => spammer.split('.').length));
  return (host) => {
    const labels = host.split('.').slice(-mostLabels);
    return labels.some((_, at) => spammers.has(labels.slice(at).join('.')));
  };
};
