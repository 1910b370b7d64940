import type { Goal, GoalType } from './goal.ts';

export type NewGoal = Omit<Goal, 'id' | 'createdAt'>;

export interface GoalRow {
  readonly id: number;
  readonly website_id: number;
  readonly name: string;
  readonly type: GoalType;
  readonly pattern: string;
  readonly threshold: number | null;
  readonly property: string | null;
  readonly property_value: string | null;
  readonly created_at: Date;
}

export const toGoal = (row: GoalRow): Goal => ({
  id: row.id,
  name: row.name,
  type: row.type,
  pattern: row.pattern,
  threshold: row.threshold,
  property: row.property,
  propertyValue: row.property_value,
  createdAt: row.created_at,
});

export const toRow = (websiteId: number, goal: NewGoal) => ({
  website_id: websiteId,
  name: goal.name,
  type: goal.type,
  pattern: goal.pattern,
  threshold: goal.threshold,
  property: goal.property,
  property_value: goal.propertyValue,
});
