import { createPicker } from './random.ts';
import type { Random } from './random.ts';

/** Where a visit comes from. */
export interface Source {
  /** The address that the browser names; empty for none. */
  readonly referrer: string;
  /** The host that stands for it in statistics, without `www.`; empty for none. */
  readonly host: string;
  /** The group that analytics puts such visits in. */
  readonly channel: string;
  /**
   * Campaign parameters of the address that the visit enters by, in this order: source, medium,
   * campaign, term, content.
   */
  readonly utm: readonly [string, string, string, string, string];
}

const NO_UTM = ['', '', '', '', ''] as const;

/** Hosts of sources that have several, by the one that analytics counts them under. */
const HOSTS: Readonly<Record<string, string>> = {
  'google.de': 'google.com',
  'l.facebook.com': 'facebook.com',
  'l.instagram.com': 'instagram.com',
  't.co': 'twitter.com',
};

const hostOf = (referrer: string): string => {
  if (referrer === '') return '';
  const host = new URL(referrer).hostname.replace(/^www\./, '');
  return HOSTS[host] ?? host;
};

const from = (channel: string, referrer: string, utm: Source['utm'] = NO_UTM): Source => ({
  referrer,
  host: hostOf(referrer),
  channel,
  utm,
});

export const DIRECT: Source = from('Direct', '');

const CAMPAIGNS = ['spring-launch', 'autumn-sale', 'brand', 'retargeting-q4', 'webinar'];
const TERMS = ['website statistics', 'page report', 'colour palette', 'privacy analytics'];

/** Visits that a campaign brings: many campaigns, terms and contents. */
const campaigns = (random: Random): Source => {
  const campaign = CAMPAIGNS[random.int(CAMPAIGNS.length)] ?? '';
  const content = `variant-${'abc'[random.int(3)] ?? ''}`;
  const kind = random.int(4);
  if (kind === 0)
    return from('Paid Search', 'https://www.google.com/', [
      'google',
      'cpc',
      campaign,
      TERMS[random.int(TERMS.length)] ?? '',
      content,
    ]);
  if (kind === 1)
    return from('Email', '', ['newsletter', 'email', `issue-${1 + random.int(40)}`, '', content]);
  if (kind === 2)
    return from('Paid Social', 'https://l.instagram.com/', [
      'instagram',
      'paid_social',
      campaign,
      '',
      content,
    ]);
  return from('Affiliates', '', ['partner-network', 'affiliate', campaign, '', '']);
};

const BLOGS = Array.from({ length: 150 }, (_, index) =>
  from('Referral', `https://${index % 3 === 0 ? 'www.' : ''}blog-${index}.example.net/links`),
);

const pickBlog = createPicker(BLOGS.map((source, index) => [source, (index + 1) ** -1.1]));

const FIXED: readonly (readonly [Source, number])[] = [
  [DIRECT, 34],
  [from('Organic Search', 'https://www.google.com/'), 27],
  [from('Organic Search', 'https://www.google.de/'), 3],
  [from('Organic Search', 'https://www.bing.com/'), 4],
  [from('Organic Search', 'https://duckduckgo.com/'), 3],
  [from('Organic Search', 'https://search.brave.com/'), 0.7],
  [from('Organic Search', 'https://www.ecosia.org/'), 0.6],
  [from('Organic Social', 'https://www.linkedin.com/'), 2],
  [from('Organic Social', 'https://www.reddit.com/'), 2],
  [from('Organic Social', 'https://t.co/Zq8xw1'), 1.5],
  [from('Organic Social', 'https://l.facebook.com/'), 1.5],
  [from('Organic Social', 'https://bsky.app/'), 0.7],
  [from('Organic Social', 'https://news.ycombinator.com/'), 1.2],
  [from('Organic Video', 'https://www.youtube.com/'), 1],
  [from('Email', 'https://mail.google.com/'), 0.5],
  [from('AI Assistants', 'https://chatgpt.com/'), 1.8],
  [from('AI Assistants', 'https://www.perplexity.ai/'), 0.6],
  [from('AI Assistants', 'https://claude.ai/'), 0.5],
  [from('Organic Social', 'https://github.com/'), 2.2],
  [from('Organic Social', 'https://stackoverflow.com/'), 1],
  [from('Referral', 'https://en.wikipedia.org/'), 0.5],
];

const pickKind = createPicker<Source | 'blog' | 'campaign'>([...FIXED, ['blog', 5], ['campaign', 6]]);

/** The source of a visit. */
export const pickSource = (random: Random): Source => {
  const kind = pickKind(random);
  if (kind === 'blog') return pickBlog(random);
  return kind === 'campaign' ? campaigns(random) : kind;
};

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
