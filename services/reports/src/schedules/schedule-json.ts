import type { Schedule } from './schedule.ts';

export const present = (schedule: Schedule) => ({
  id: schedule.id,
  report_id: schedule.reportId,
  frequency: schedule.frequency,
  next_at: schedule.nextAt.toISOString(),
  last_at: schedule.lastAt?.toISOString() ?? null,
  created_at: schedule.createdAt.toISOString(),
});
