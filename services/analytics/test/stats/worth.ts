import type { RawEvent, Traffic } from './random-traffic.ts';

/** Properties that say what an event was worth, in the forms that clients have for it, or don't. */
const FORMS: readonly ((amount: number) => RawEvent['props'])[] = [
  () => ({}),
  (amount) => ({ 'revenue.amount': amount, 'revenue.currency': 'eur' }),
  (amount) => ({ amount: String(amount), currency: 'EUR' }),
  (amount) => ({ revenue: amount }),
  (amount) => ({ amount, currency: 'USD' }),
  () => ({ amount: 'free' }),
];

/** The traffic with amounts in most of its events, in quarters, which add up exactly. */
export const withWorth = (traffic: Traffic): Traffic => {
  let number = 0;
  return {
    ...traffic,
    visits: traffic.visits.map((visit) => ({
      ...visit,
      events: visit.events.map((event) => {
        if (event.kind !== 1) return event;
        number += 1;
        return { ...event, props: { ...event.props, ...FORMS[number % FORMS.length]?.(number / 4) } };
      }),
    })),
  };
};

/** The reference: what an event says it was worth. */
const worthOf = ({ props }: RawEvent): { currency: string | null; amount: number } | null => {
  const amount = Number(props['revenue.amount'] ?? props['revenue'] ?? props['amount'] ?? Number.NaN);
  const currency = props['revenue.currency'] ?? props['currency'];
  if (Number.isNaN(amount)) return null;
  return { amount, currency: typeof currency === 'string' ? currency.toUpperCase() : null };
};

/** The reference: amounts by currency, `null` last. */
export const revenueOf = (events: readonly RawEvent[]): { currency: string | null; amount: number }[] => {
  const sums = new Map<string | null, number>();
  for (const event of events) {
    const worth = worthOf(event);
    if (worth !== null) sums.set(worth.currency, (sums.get(worth.currency) ?? 0) + worth.amount);
  }
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount }))
    .sort((a, b) => ((a.currency ?? '~') < (b.currency ?? '~') ? -1 : 1));
};
