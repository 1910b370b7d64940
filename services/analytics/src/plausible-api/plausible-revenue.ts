/** An amount as Plausible writes it. */
export interface Money {
  readonly value: number;
  /** As the events give it; null if they don’t. */
  readonly currency: string | null;
  /** `$96.3M` */
  readonly short: string;
  /** `$96,336,315.00` */
  readonly long: string;
}

/** Why there is no revenue. */
export interface RevenueWarning {
  readonly code: 'no_revenue_goals_matching' | 'no_single_revenue_currency';
  readonly warning: string;
}

export const NO_REVENUE: RevenueWarning = {
  code: 'no_revenue_goals_matching',
  warning: 'Revenue metrics are null as there are no matching revenue goals.',
};

export const MANY_CURRENCIES: RevenueWarning = {
  code: 'no_single_revenue_currency',
  warning: 'Revenue metrics are null as there are multiple currencies for the selected event:goals.',
};

const formatted = (value: number, currency: string | null, isShort: boolean): string => {
  const options: Intl.NumberFormatOptions = isShort
    ? { notation: 'compact', maximumFractionDigits: 1, minimumFractionDigits: 0 }
    : { minimumFractionDigits: 2 };
  // Visitors' browsers say what the currency is: it may be anything.
  if (currency !== null && /^[A-Z]{3}$/.test(currency))
    return new Intl.NumberFormat('en-US', {
      ...options,
      ...(isShort ? {} : { minimumFractionDigits: undefined }),
      style: 'currency',
      currency,
    }).format(value);
  const number = new Intl.NumberFormat('en-US', options).format(value);
  return currency === null ? number : `${number} ${currency}`;
};

/** An amount of a currency, with the texts that people read. */
export const toMoney = (amount: number, currency: string | null): Money => {
  const value = Number(amount.toFixed(2));
  return {
    value,
    currency,
    short: formatted(value, currency, true),
    long: formatted(value, currency, false),
  };
};
