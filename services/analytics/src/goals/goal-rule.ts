import type { ErrorDetail } from '@platform/errors';

import type { GoalRule } from './goal.ts';
import type { GoalBody } from './goals-schema.ts';

const none = (text: string | null | undefined): string | null =>
  text === undefined || text === '' ? null : text;

/** Every page, where a goal about pages names none. */
const ANY = '*';

/**
 * The rule that fields make, on top of one that is there.
 * @returns the rule, or the fields that are missing or don't belong to its type
 */
export const toGoalRule = (
  body: GoalBody,
  current: Partial<GoalRule> = {},
): { rule: GoalRule } | { faults: readonly ErrorDetail[] } => {
  const type = body.type ?? current.type ?? 'page';
  const isMeasured = type === 'scroll' || type === 'engaged';
  const isSame = type === current.type;
  const pattern = body.pattern ?? (isSame ? current.pattern : undefined) ?? (isMeasured ? ANY : '');
  const threshold = body.threshold === undefined ? (isSame ? current.threshold : null) : body.threshold;
  const property = body.property === undefined && isSame ? (current.property ?? null) : none(body.property);
  const value =
    body.property_value === undefined && isSame ? (current.propertyValue ?? null) : none(body.property_value);
  const faults: ErrorDetail[] = [];
  if (pattern === '') faults.push({ field: 'pattern', message: `pattern is required for the type ${type}` });
  if (isMeasured && (threshold ?? null) === null)
    faults.push({ field: 'threshold', message: `threshold is required for the type ${type}` });
  if (!isMeasured && (threshold ?? null) !== null)
    faults.push({ field: 'threshold', message: 'threshold is for the types scroll and engaged' });
  if (type === 'scroll' && (threshold ?? 0) > 100)
    faults.push({ field: 'threshold', message: 'threshold must not be above 100 percent' });
  if (type !== 'event' && property !== null)
    faults.push({ field: 'property', message: 'property is for the type event' });
  if (property === null && value !== null)
    faults.push({ field: 'property_value', message: 'property_value needs a property' });
  return faults.length > 0
    ? { faults }
    : { rule: { type, pattern, threshold: threshold ?? null, property, propertyValue: value } };
};
