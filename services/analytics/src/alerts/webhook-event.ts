import type { Alert, Occasion } from './alert.ts';

export interface WebhookEvent {
  readonly type: 'website.spike' | 'website.silent' | 'website.goal_reached';
  readonly data: Readonly<Record<string, unknown>>;
}

/** What webhooks are told of an occasion. */
export const webhookEventOf = (
  { id, name, websiteId, domain, rule }: Alert & { readonly domain: string },
  { count }: Occasion,
): WebhookEvent => {
  const website = { id: websiteId, domain, alert: { id, name } };
  switch (rule.type) {
    case 'spike':
      return { type: 'website.spike', data: { ...website, visits: count, threshold: rule.threshold } };
    case 'silence':
      return { type: 'website.silent', data: { ...website, hours: count } };
    case 'goal':
      return {
        type: 'website.goal_reached',
        data: {
          ...website,
          goal: { id: rule.goal },
          conversions: count,
          threshold: rule.threshold,
          period: rule.period,
        },
      };
  }
};
