import type { Alert, Occasion } from './alert.ts';

export interface WebhookEvent {
  readonly type: 'website.spike' | 'website.silent';
  readonly data: Readonly<Record<string, unknown>>;
}

/** What webhooks are told of an occasion; undefined for a goal, of which only e-mails tell. */
export const webhookEventOf = (
  { id, name, websiteId, domain, rule }: Alert & { readonly domain: string },
  { count }: Occasion,
): WebhookEvent | undefined => {
  const website = { id: websiteId, domain, alert: { id, name } };
  switch (rule.type) {
    case 'spike':
      return { type: 'website.spike', data: { ...website, visits: count, threshold: rule.threshold } };
    case 'silence':
      return { type: 'website.silent', data: { ...website, hours: count } };
    case 'goal':
      return undefined;
  }
};
