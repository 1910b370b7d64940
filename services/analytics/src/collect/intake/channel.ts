import { canonicalSource, hostOfSource, sourceLabel, sourceOf } from '../../sources/source-of.ts';
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
  'com.microsoft.teams': 'teams.microsoft.com',
  'com.microsoft.copilot': 'copilot.microsoft.com',
  'com.vkontakte.android': 'vk.com',
  'com.google.android.apps.bard': 'gemini.google.com',
  'com.google.android.apps.magazines': 'news.google.com',
  'com.deepseek.chat': 'chat.deepseek.com',
  'ch.protonmail.android': 'mail.proton.me',
};

/** The service of an app that Android names as `android-app://<package>/`; else the package. */
export const appReferrer = (packageName: string): string =>
  Object.hasOwn(HOSTS, packageName) ? (HOSTS[packageName] ?? packageName) : packageName;

/** The longest host that DNS knows (RFC 1035, 2.3.4). */
const MAX_HOST = 253;

/** Machines of developers, from which nobody comes. */
const LOCAL = /^(([^.]+\.)*localhost|127(\.\d+){3}|\[::1\])$/i;

/**
 * The host that a visit came from, without `www.`. All hosts of a known source are one: `google.de` and
 * `google.com`, `l.facebook.com` and `facebook.com`.
 * @returns an empty string for no referrer, one that isn't an address of the web or an app, the developer's
 * own machine, and the website's own pages
 */
export const referrerHost = (text: string, domain: string): string => {
  if (text === '') return '';
  const url = URL.parse(text);
  if (!url || !/^(https?|android-app):$/.test(url.protocol) || LOCAL.test(url.hostname)) return '';
  // A longer one is no host, and everything below looks at it.
  const name = url.hostname
    .slice(0, MAX_HOST)
    .toLowerCase()
    .replace(/^www\./, '')
    .replace(/\.$/, '');
  const host = url.protocol === 'android-app:' ? appReferrer(name) : name;
  return belongsToDomain(host, domain) ? '' : (sourceOf(host)?.host ?? host);
};

/** Kind of website that visits come from. */
type Group = 'search' | 'social' | 'video' | 'email' | 'assistant' | 'shopping';

/**
 * Hosts (with their subdomains) and the matching values of utm_source that the lists of sources don't
 * have, or have in another group. More specific groups come first.
 */
const GROUPS: readonly (readonly [Group, RegExp])[] = [
  [
    'assistant',
    /(^|\.)(chatgpt\.com|chat\.openai\.com|openai|chatgpt|perplexity(\.ai)?|claude\.ai|claude|gemini\.google\.com|gemini|copilot\.(microsoft\.com|cloud\.microsoft)|copilot|deepseek(\.com)?|grok(\.com)?|meta\.ai|chat\.mistral\.ai|poe\.com|phind\.com|you\.com|duck\.ai)$/,
  ],
  [
    'email',
    /(^|\.)(outlook\.(live|office|office365)\.com|inbox\.google\.com|touch\.mail\.ru|3c(-\w+)?\.(web\.de|mail\.com)|(app|inbox)\.(fastmail|hey|tuta|tutanota)\.com|mailbox\.org|e\.mail\.ru|newsletter|e-?mail)$|^(web|e-?|ex|w|my|light|upc)?mail(er|business)?(-\w+|\d+)?\.[^.]+\.|^messagerie(pro\d*)?\.|^deref-/,
  ],
  [
    'shopping',
    /(^|\.)((amazon|ebay|etsy|aliexpress|alibaba|walmart|temu|shopify|shop\.app|mercadoli[bv]re|shopping\.naver|shopping\.yahoo)(\.[a-z]{2,3}){0,2}|shopping|igshopping|shopzilla)$/,
  ],
  [
    'video',
    /(^|\.)(youtube(\.com)?|youtu\.be|vimeo(\.com)?|twitch(\.tv)?|dailymotion(\.com)?|bilibili\.com)$/,
  ],
  [
    'social',
    /(^|\.)(facebook(\.com)?|fb(\.com|\.me)?|meta|messenger\.com|instagram(\.com)?|ig|threads\.(net|com)|twitter(\.com)?|t\.co|x\.com|linkedin(\.com)?|lnkd\.in|reddit(\.com)?|pinterest(\.[a-z.]{2,6})?|tiktok(\.com)?|snapchat\.com|mastodon\.[a-z]+|bsky\.app|bluesky|news\.ycombinator\.com|lobste\.rs|vk\.com|ok\.ru|weibo\.com|whatsapp(\.com)?|t\.me|telegram(\.org)?|discord\.com|tumblr\.com|quora\.com|medium\.com|producthunt(\.com)?)$/,
  ],
  [
    'search',
    /(^|\.)(bing(\.com)?|duckduckgo(\.com)?|yahoo(\.[a-z]{2,3}){0,2}|yandex(\.[a-z]{2,3}){0,2}|ya\.ru|baidu(\.com)?|ecosia\.org|qwant\.com|search\.brave\.com|startpage\.com|kagi\.com|naver\.com|daum\.net|seznam\.cz|sogou\.com|so\.com|aol\.com|ask\.com|mojeek\.com|swisscows\.com|search\.marginalia\.nu|dogpile\.com|petalsearch\.com)$/,
  ],
];

/** Google has many hosts other than search: accounts, docs, drive, maps. */
const GOOGLE_SEARCH = /^((www|m|images|news|encrypted|scholar|cse)\.)?google(\.[a-z]{2,3}){0,2}$/;

/** The group of a host without `www.`, or of a value of utm_source; null for none. */
export const groupOf = (name: string): Group | null => {
  if (name === '') return null;
  if (GOOGLE_SEARCH.test(name)) return 'search';
  const listed = sourceOf(name)?.group;
  if (listed === 'assistant') return listed;
  const group = GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? listed;
  return group === undefined || group === 'other' ? null : group;
};

/** The same of what people write as utm_source: `FB`, `google_ads`, `Hacker News`. */
const groupOfSource = (written: string): Group | null =>
  groupOf(written) ?? groupOf(canonicalSource(written)) ?? groupOf(hostOfSource(sourceLabel(written)) ?? '');

/** Where a visit came from: Google Analytics' default channel groups, and AI assistants. */
type Channel =
  | 'Direct'
  | 'Organic Search'
  | 'Paid Search'
  | 'Organic Social'
  | 'Paid Social'
  | 'Organic Video'
  | 'Organic Shopping'
  | 'Cross-network'
  | 'Paid Video'
  | 'Paid Shopping'
  | 'Paid Other'
  | 'Display'
  | 'Email'
  | 'Affiliates'
  | 'Audio'
  | 'SMS'
  | 'Mobile Push Notifications'
  | 'AI Assistants'
  | 'Referral'
  | 'Campaign';

interface ChannelInput {
  /** Host without `www.`; empty for none. */
  readonly referrer: string;
  readonly source: string;
  readonly medium: string;
  readonly campaign?: string;
  readonly isAdClick: boolean;
}

const PAID = /cp|^(ppc$|retargeting$|paid)/;

/** Campaigns about shopping, by their names; `workshop` is none. */
const SHOPPING = /(^|[^a-df-z])shop|shopping/;

const DISPLAY = /^(display|banner|expandable|interstitial|cpm)$/;

const PAID_CHANNELS: Readonly<Partial<Record<Group, Channel>>> = {
  search: 'Paid Search',
  social: 'Paid Social',
  video: 'Paid Video',
  shopping: 'Paid Shopping',
};

const ORGANIC: Readonly<Record<Group, Channel>> = {
  search: 'Organic Search',
  social: 'Organic Social',
  video: 'Organic Video',
  email: 'Email',
  assistant: 'AI Assistants',
  shopping: 'Organic Shopping',
};

/** Channels that a medium says by itself. */
const MEDIA: readonly (readonly [RegExp, Channel])[] = [
  [DISPLAY, 'Display'],
  [/^(e[-_ ]?mail|newsletter)$/, 'Email'],
  [/^affiliates?$/, 'Affiliates'],
  [/^(social|social[- ](network|media)|sm)$/, 'Organic Social'],
  [/video/, 'Organic Video'],
];

/** The same where the source doesn't say more. */
const RARE_MEDIA: typeof MEDIA = [
  [/^organic$/, 'Organic Search'],
  [/^audio$/, 'Audio'],
  [/^sms$/, 'SMS'],
  [/push$|mobile|notification/, 'Mobile Push Notifications'],
];

const namedBy = (media: typeof MEDIA, medium: string): Channel | undefined =>
  media.find(([pattern]) => pattern.test(medium))?.[1];

/**
 * Groups a visit by its campaign parameters first and by its referrer second, like GA4's default
 * channel group.
 */
export const channelOf = ({ referrer, source, medium, campaign = '', isAdClick }: ChannelInput): Channel => {
  const [from, by, name] = [source.toLowerCase(), medium.toLowerCase(), campaign.toLowerCase()];
  if (name.includes('cross-network')) return 'Cross-network';
  const group = groupOfSource(from) ?? groupOf(referrer);
  if (DISPLAY.test(by) && group === null) return 'Display';
  if (PAID.test(by)) {
    const paid = SHOPPING.test(name) ? 'shopping' : group;
    return (paid && PAID_CHANNELS[paid]) ?? 'Paid Other';
  }
  if (isAdClick) return 'Paid Search';
  const organic = namedBy(MEDIA, by) ?? (group && ORGANIC[group]) ?? namedBy(RARE_MEDIA, by);
  if (organic) return organic;
  if (from === 'sms') return 'SMS';
  if (from === 'firebase') return 'Mobile Push Notifications';
  if (referrer !== '' || /^(referral|app|link)$/.test(by)) return 'Referral';
  return from !== '' || by !== '' ? 'Campaign' : 'Direct';
};
