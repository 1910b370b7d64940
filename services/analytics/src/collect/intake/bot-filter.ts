import { readFileSync } from 'node:fs';

import { isbot } from 'isbot';

import type { DropReason } from '../../exclusions/rules/drop-reasons.ts';
import { createAgentCache } from './user-agent.ts';

/** Crawlers of AI models, AI search and AI agents, by the names that their operators publish. */
const AI_CRAWLER = new RegExp(
  [
    'GPTBot',
    'OAI-SearchBot',
    'ChatGPT-User',
    'ClaudeBot',
    'Claude-(?:Web|User|SearchBot)',
    'anthropic-ai',
    'PerplexityBot',
    'Perplexity-User',
    'Google-Extended',
    'GoogleOther',
    'CCBot',
    'Bytespider',
    'TikTokSpider',
    'Amazonbot',
    'Applebot-Extended',
    'meta-external(?:agent|fetcher)',
    'FacebookBot',
    'cohere-(?:ai|training)',
    'MistralAI-User',
    'DuckAssistBot',
    'Diffbot',
    'AI2Bot',
    'YouBot',
    'PetalBot',
    'Timpibot',
    'ImagesiftBot',
    'omgili',
    'PanguBot',
    'Kangaroo Bot',
    'Webzio-Extended',
    'DeepSeekBot',
    'xAI-?(?:Bot|Grok)',
  ].join('|'),
  'i',
);

// Real releases of Chrome have at most three digits here, and most send 0 since user agents were
// reduced. Its first versions, and browsers made of it, whose names follow, have more.
const IMPOSSIBLE_CHROME = /Chrome\/\d{2,}\.\d+\.\d+\.[1-9]\d{3,} (?:Mobile )?Safari\/[\d.]+$/;

/**
 * Browsers whose user agents contain something that otherwise only bots send, such as `HTML/1.0`.
 */
const REAL_BROWSER = /\bHbbTV\/|\bUCBrowser\b|\(HotJava\b|^HotJava\//;

/** Some names of devices look like a bot's: `POWER BOT Build/…`, `GM Discovery tab 8 Build/…`. */
const ANDROID_DEVICE = /; [^;()/]+ Build\//;

const isNamedBot = (userAgent: string): boolean =>
  !REAL_BROWSER.test(userAgent) && isbot(userAgent.replace(ANDROID_DEVICE, '; Build/'));

const classify = (userAgent: string): DropReason | null => {
  if (AI_CRAWLER.test(userAgent)) return 'ai_crawler';
  const isBot = userAgent.trim() === '' || IMPOSSIBLE_CHROME.test(userAgent) || isNamedBot(userAgent);
  return isBot ? 'bot' : null;
};

/** Recognises bots by their user agents. Answers are remembered. */
export const createBotFilter = (): ((userAgent: string) => DropReason | null) => {
  const read = createAgentCache((userAgent) => ({ reason: classify(userAgent) }));
  return (userAgent) => read(userAgent).reason;
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
