import { createPicker } from './random.ts';

/** A sender whose reports analytics drops, and the reason that it counts them under. */
export interface Unwanted {
  readonly reason: 'bot' | 'ai_crawler' | 'referrer_spam';
  /** Null for that of an ordinary browser. */
  readonly userAgent: string | null;
  readonly referrer: string;
}

const bot = (userAgent: string): Unwanted => ({ reason: 'bot', userAgent, referrer: '' });
const crawler = (userAgent: string): Unwanted => ({ reason: 'ai_crawler', userAgent, referrer: '' });
const spam = (host: string): Unwanted => ({
  reason: 'referrer_spam',
  userAgent: null,
  referrer: `https://${host}/`,
});

/** Robots that run scripts, crawlers of AI models, and referrer spam. */
export const pickUnwanted = createPicker<Unwanted>([
  [bot('Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'), 20],
  [bot('Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)'), 9],
  [bot('Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)'), 7],
  [bot('Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)'), 6],
  [bot('Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)'), 3],
  [
    bot(
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/139.0.0.0 Safari/537.36',
    ),
    6,
  ],
  [bot('python-requests/2.32.3'), 4],
  [bot('curl/8.11.0'), 2],
  [
    bot(
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/119.0.6045.1205 Safari/537.36',
    ),
    4,
  ],
  [
    crawler(
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
    ),
    9,
  ],
  [
    crawler(
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
    ),
    7,
  ],
  [
    crawler(
      'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; PerplexityBot/1.0; +https://perplexity.ai/perplexitybot)',
    ),
    4,
  ],
  [crawler('Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)'), 3],
  [crawler('CCBot/2.0 (https://commoncrawl.org/faq/)'), 2],
  [spam('semalt.com'), 2],
  [spam('buttons-for-website.com'), 1],
  [spam('darodar.com'), 1],
  [spam('best-seo-offer.com'), 1],
]);
