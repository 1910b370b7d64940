import { sourceOf } from '../../sources/source-of.ts';

/** What kind of website visits come from. */
export type Group = 'search' | 'social' | 'video' | 'email' | 'assistant';

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
    /(^|\.)(outlook\.(live|office|office365)\.com|inbox\.google\.com|touch\.mail\.ru|3c(-\w+)?\.(web\.de|mail\.com)|(app|inbox)\.(fastmail|hey|tuta|tutanota)\.com|mailbox\.org|e\.mail\.ru|newsletter|e-?mail)$|^(web|e-?|ex|w|my|light|upc)?mail(er|business)?(-\w+)?\d*\.[^.]+\.|^messagerie(pro\d*)?\.|^deref-/,
  ],
  [
    'video',
    /(^|\.)(youtube(\.com)?|youtu\.be|vimeo(\.com)?|twitch(\.tv)?|dailymotion(\.com)?|bilibili\.com)$/,
  ],
  [
    'social',
    /(^|\.)(facebook(\.com)?|fb(\.com|\.me)?|messenger\.com|instagram(\.com)?|ig|threads\.(net|com)|twitter(\.com)?|t\.co|x\.com|linkedin(\.com)?|lnkd\.in|reddit(\.com)?|pinterest(\.[a-z.]{2,6})?|tiktok(\.com)?|snapchat\.com|mastodon\.[a-z]+|bsky\.app|bluesky|news\.ycombinator\.com|lobste\.rs|vk\.com|ok\.ru|weibo\.com|whatsapp(\.com)?|t\.me|telegram(\.org)?|discord\.com|tumblr\.com|quora\.com|medium\.com)$/,
  ],
  [
    'search',
    /(^|\.)(bing(\.com)?|duckduckgo(\.com)?|yahoo(\.[a-z]{2,3}){0,2}|yandex(\.[a-z]{2,3}){0,2}|ya\.ru|baidu(\.com)?|ecosia\.org|qwant\.com|search\.brave\.com|startpage\.com|kagi\.com|naver\.com|daum\.net|seznam\.cz|sogou\.com|so\.com|aol\.com|ask\.com|mojeek\.com|swisscows\.com|search\.marginalia\.nu|dogpile\.com|petalsearch\.com)$/,
  ],
];

/** Google has many hosts that are no search: accounts, docs, drive, maps. */
const GOOGLE_SEARCH = /^((www|m|images|news|encrypted|scholar|cse)\.)?google(\.[a-z]{2,3}){0,2}$/;

/** The group of a host without `www.`, or of a value of utm_source; null for none. */
export const groupOf = (name: string): Group | null => {
  if (name === '') return null;
  if (GOOGLE_SEARCH.test(name)) return 'search';
  const listed = sourceOf(name)?.group;
  if (listed === 'assistant') return listed;
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? listed ?? null;
};
