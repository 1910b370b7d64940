import type { ErrorDetail } from '@platform/errors';

import { ALERT_DEFAULTS } from './alert.ts';
import type { AlertRule } from './alert.ts';
import type { AlertBody } from './alerts-schema.ts';

/** The fields of each type. */
const FIELDS = {
  spike: ['threshold'],
  silence: ['hours'],
  goal: ['threshold', 'goal', 'period'],
} as const;
const ALL = ['threshold', 'hours', 'goal', 'period'] as const;

/** Some clients fill in the defaults of the document: that asks for nothing. */
const isUsual = (field: string, value: unknown): boolean =>
  (ALERT_DEFAULTS as Readonly<Record<string, unknown>>)[field] === value;

/**
 * The rule that fields make, on top of one that is there.
 * @returns the rule, or the fields that are missing or don't belong to its type
 */
export const toAlertRule = (
  body: AlertBody,
  current?: AlertRule,
): { rule: AlertRule } | { faults: readonly ErrorDetail[] } => {
  const type = body.type ?? current?.type ?? 'spike';
  const same: AlertBody = current?.type === type ? current : {};
  const foreign = ALL.filter(
    (field) =>
      !(FIELDS[type] as readonly string[]).includes(field) &&
      (body[field] ?? null) !== null &&
      !isUsual(field, body[field]),
  );
  const faults: ErrorDetail[] = foreign.map((field) => ({
    field,
    message: `${field} does not belong to the type ${type}`,
  }));
  const threshold = body.threshold ?? same.threshold ?? (type === 'goal' ? 1 : undefined);
  const goal = body.goal ?? same.goal ?? undefined;
  if (type === 'spike' && threshold === undefined)
    faults.push({ field: 'threshold', message: 'threshold is required for the type spike' });
  if (type === 'goal' && goal === undefined)
    faults.push({ field: 'goal', message: 'goal is required for the type goal' });
  if (faults.length > 0) return { faults };
  if (type === 'silence') return { rule: { type, hours: body.hours ?? same.hours ?? ALERT_DEFAULTS.hours } };
  if (type === 'spike') return { rule: { type, threshold: threshold ?? 1 } };
  return {
    rule: {
      type,
      threshold: threshold ?? 1,
      goal: goal ?? 0,
      period: body.period ?? same.period ?? ALERT_DEFAULTS.period,
    },
  };
};
