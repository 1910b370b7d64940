import { createHash } from 'node:crypto';

import type { GoalRule } from '../goal.ts';

/** Names a list of rules: changed rules are other rules. */
export const rulesKey = (rules: readonly GoalRule[]): string =>
  createHash('sha256')
    .update(
      JSON.stringify(
        rules.map(({ type, pattern, threshold, property, propertyValue }) => [
          type,
          pattern,
          threshold,
          property,
          propertyValue,
        ]),
      ),
    )
    .digest('base64url');
