import type { GoalRule } from '../goals/goal.ts';

/** A step: a goal of the website, or a rule of its own. */
export type FunnelStep = { readonly goal: number } | { readonly rule: GoalRule };

export interface Funnel {
  readonly id: number;
  readonly name: string;
  readonly steps: readonly FunnelStep[];
  readonly createdAt: Date;
}
