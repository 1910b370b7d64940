import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import type * as Yaml from 'yaml';

type SourceGroup = 'search' | 'social' | 'assistant' | 'video' | 'email' | 'other';

/** A website that visits come from, as people name it. */
interface Source {
  readonly name: string;
  /** Its best known host, without `www.`, which stands for all of its hosts. */
  readonly host: string;
  readonly group: SourceGroup;
}

/** Sources by host; `{}` in a host stands for a country or a top-level domain. */
type SourceIndex = ReadonlyMap<string, Source>;

const read = (file: string): Readonly<Record<string, unknown>> => {
  const { parse } = createRequire(import.meta.url)('yaml') as typeof Yaml;
  return parse(readFileSync(new URL(`./lists/${file}`, import.meta.url), 'utf8')) as Record<string, unknown>;
};

/** Search engines have several definitions, each with hosts; the other lists have hosts at once. */
const hostsOf = (definition: unknown): readonly string[] =>
  (Array.isArray(definition) ? definition : []).flatMap((item: unknown): string[] => {
    if (typeof item === 'string') return [item];
    const { urls } = item as { readonly urls?: readonly string[] };
    return [...(urls ?? [])];
  });

/** Sources that the lists don't have, or not with all of their hosts; the first one stands for them. */
const MORE: readonly (readonly [group: SourceGroup, name: string, ...hosts: string[]])[] = [
  ['assistant', 'Copilot', 'copilot.microsoft.com', 'copilot.com', 'm365.cloud.microsoft'],
  ['assistant', 'Gemini', 'gemini.google.com', 'aistudio.google.com'],
  ['assistant', 'Kimi', 'kimi.com', 'kimi.moonshot.cn'],
  ['assistant', 'Doubao', 'doubao.com'],
  ['assistant', 'Poe', 'poe.com'],
  ['assistant', 'Z.ai', 'chat.z.ai'],
  ['assistant', 'LMArena', 'lmarena.ai'],
  ['social', 'Telegram', 'telegram.org', 't.me'],
  ['social', 'WhatsApp', 'whatsapp.com', 'wa.me'],
  ['social', 'Odnoklassniki', 'odnoklassniki.ru', 'ok.ru'],
  ['social', 'Messenger', 'messenger.com'],
  ['social', 'Quora', 'quora.com'],
  ['social', 'Medium', 'medium.com'],
  ['social', 'Slack', 'slack.com'],
  ['social', 'Microsoft Teams', 'teams.microsoft.com', 'teams.cdn.office.net'],
  ['social', 'Lobsters', 'lobste.rs'],
  ['social', 'Product Hunt', 'producthunt.com'],
  ['video', 'Twitch', 'twitch.tv'],
  ['video', 'Dailymotion', 'dailymotion.com'],
  ['video', 'Rumble', 'rumble.com'],
  ['email', 'Gmail', 'mail.google.com'],
  ['email', 'Outlook', 'outlook.live.com', 'outlook.office365.com', 'outlook.office.com'],
  ['email', 'Yahoo! Mail', 'mail.yahoo.com'],
  ['email', 'Proton Mail', 'mail.proton.me'],
  ['email', 'GMX', 'navigator.gmx.net', 'deref-gmx.net', 'deref-gmx.com'],
  ['email', 'WEB.DE', 'navigator.web.de', 'deref-web.de', 'deref-web-02.de'],
  ['email', 'Mail.ru', 'e.mail.ru', 'touch.mail.ru'],
  ['search', 'Bing', 'bing.com', 'ntp.msn.com'],
  ['search', 'Yahoo!', 'search.yahoo.com', 'yahoo.com'],
  ['search', 'Naver', 'search.naver.com', 'm.search.naver.com'],
  [
    'search',
    'DuckDuckGo',
    'duckduckgo.com',
    'html.duckduckgo.com',
    'start.duckduckgo.com',
    'lite.duckduckgo.com',
  ],
  ['other', 'Wikipedia', 'wikipedia.org'],
];

const bare = (host: string): string => host.toLowerCase().replace(/^www\d?\./, '');

/** Reads the lists of `lists/`: Matomo's, in the public domain. Earlier lists win. */
const readLists = (): SourceIndex => {
  const index = new Map<string, Source>();
  const add = (group: SourceGroup, file: string): void => {
    for (const [name, definition] of Object.entries(read(file))) {
      // A path as in `x.com/i/grok` can't be told from a host alone.
      const hosts = hostsOf(definition)
        .filter((host) => !host.includes('/'))
        .map(bare);
      const [first] = hosts;
      if (first === undefined) continue;
      const source = { name, group, host: first.replace(/^\{\}\./, '').replace('{}', 'com') };
      for (const host of hosts) if (!index.has(host)) index.set(host, source);
    }
  };
  add('assistant', 'AIAssistants.yml');
  add('social', 'Socials.yml');
  add('search', 'SearchEngines.yml');
  for (const [group, name, ...hosts] of MORE) {
    const [first = ''] = hosts;
    const source = index.get(first) ?? { name, group, host: first };
    for (const host of hosts) if (!index.has(host)) index.set(host, source);
  }
  return index;
};

/** What advertisers write for a source: `google_ads`, `fb-ad`, and the words by themselves. */
const namesOfAds = (name: string, ...words: readonly string[]): Readonly<Record<string, string>> => {
  const ends = ['-ads', '_ads', ' ads', 'ads', '-ad', '_ad', 'ad'];
  return Object.fromEntries(
    words.flatMap((word) => [[word, name], ...ends.map((end) => [`${word}${end}`, name] as const)]),
  );
};

/** Names in lower case that people write in addresses, beside those of the lists. */
const WORDS = {
  fb: 'Facebook',
  ig: 'Instagram',
  x: 'Twitter',
  li: 'LinkedIn',
  yt: 'YouTube',
  hn: 'Hacker News',
  hackernews: 'Hacker News',
  ...namesOfAds('Google', 'adwords', 'gads', 'google', 'google_feed'),
  ...namesOfAds('Facebook', 'facebook', 'fb', 'facebook_feed'),
  ...namesOfAds('Instagram', 'instagram', 'ig'),
  ...namesOfAds('Bing', 'bing', 'microsoft'),
  ...namesOfAds('LinkedIn', 'linkedin'),
  ...namesOfAds('reddit', 'reddit'),
  ...namesOfAds('TikTok', 'tiktok'),
  ...namesOfAds('Twitter', 'twitter', 'x'),
  ...namesOfAds('YouTube', 'youtube', 'yt'),
};

const makeLookups = () => {
  const index = readLists();
  // By the host that stands for them: the names that people know.
  const names: ReadonlyMap<string, string> = new Map(
    [...index.values()].reverse().map(({ host, name }) => [host, name]),
  );
  const hosts: ReadonlyMap<string, string> = new Map([...names].map(([host, name]) => [name, host]));
  const words: ReadonlyMap<string, string> = new Map([
    ...[...names.values()].map((name): [string, string] => [name.toLowerCase(), name]),
    ...Object.entries(WORDS),
  ]);
  return { index, names, hosts, words };
};

let made: ReturnType<typeof makeLookups> | undefined;
/** The lists, read when a source is first asked for. */
const lookups = (): ReturnType<typeof makeLookups> => (made ??= makeLookups());

/** End of a host that matches `{}`: `de`, `com`, `co.uk`, `com.br`. */
const TOP_LEVEL = /^(.+?\.)(?:(?:com|org|net|co|it|edu)\.[a-z]{2}|[a-z]{2,3})$/;
const COUNTRY = /^[a-z]{2,3}\.(.+)$/;

const exactly = (host: string): Source | undefined => {
  const [, stem] = TOP_LEVEL.exec(host) ?? [];
  const [, rest] = COUNTRY.exec(host) ?? [];
  const { index } = lookups();
  return (
    index.get(host) ??
    (stem === undefined ? undefined : index.get(`${stem}{}`)) ??
    (rest === undefined ? undefined : index.get(`{}.${rest}`))
  );
};

/** Their subdomains may be anything: `docs.google.com`. */
const WITHOUT_SUBDOMAINS: ReadonlySet<SourceGroup> = new Set(['search', 'email']);

/** No host that the lists name has more labels; the rest of a longer one is somebody's subdomain. */
const MOST_LABELS = 6;

/** The last labels of a host, the longest first: `l.facebook.com`, `facebook.com`, `com`. */
const parentsOf = (host: string): readonly string[] => {
  const labels = host.split('.').slice(-MOST_LABELS);
  return labels.map((_, at) => labels.slice(at).join('.'));
};

/**
 * The source that a host belongs to. Subdomains belong to social networks and assistants; those of
 * search engines may be anything (`docs.google.com`), so each has to be in the list. It is stored
 * instead of the host, because naming sources when questions are answered would split what rollups
 * have added up. Matomo's list (CC0) covers 1,437 of Snowplow's 1,517 search hosts.
 * @param host in lower case, without `www.`
 */
export const sourceOf = (host: string): Source | undefined => {
  const found = exactly(host);
  if (found !== undefined) return found;
  if (!host.includes('.')) return undefined;
  for (const name of parentsOf(host)) {
    const parent = name === host ? undefined : lookups().index.get(name);
    if (parent !== undefined && !WITHOUT_SUBDOMAINS.has(parent.group)) return parent;
  }
  return undefined;
};

/** Short forms that people, and the macros of advertising systems, write for a source. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ['fb', 'facebook'],
  ['ig', 'instagram'],
  ['insta', 'instagram'],
  ['li', 'linkedin'],
  ['tg', 'telegram'],
  ['tt', 'tiktok'],
  ['tw', 'twitter'],
  ['x', 'twitter'],
  ['yt', 'youtube'],
]);

/**
 * One spelling for what people write as `utm_source`: `Facebook`, `fb`, `FB` and `m.facebook.com`
 * are `facebook`. Unknown sources stay as they are, in lower case.
 */
export const canonicalSource = (written: string): string => {
  const text = written.trim().toLowerCase();
  const short = SHORT.get(text);
  if (short !== undefined) return short;
  if (!text.includes('.')) return text;
  const name = sourceOf(bare(text))?.name.toLowerCase() ?? '';
  return /^[a-z0-9-]+$/.test(name) ? name : text;
};

/**
 * The host of a source, given the name people know it by: `Google` is google.com; undefined for
 * unknown names.
 */
export const hostOfSource = (name: string): string | undefined => lookups().hosts.get(name);

/** A host as people name it: `google.com` as Google. */
export const sourceName = (host: string): string => lookups().names.get(host) ?? host;

/**
 * A host or the source of a campaign as people name it: `google.de`, `google` and `Google` as
 * Google; what isn't known as it is.
 */
export const sourceLabel = (text: string): string => {
  const word = text.trim().toLowerCase();
  const named = lookups().words.get(word);
  if (named !== undefined) return named;
  return word.includes('.') ? (sourceOf(bare(word))?.name ?? text) : text;
};
