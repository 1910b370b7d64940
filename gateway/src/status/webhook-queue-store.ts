import type { Database } from '@platform/database';
import { versionsIn } from '@platform/runtime';
import type { QueueState } from '@platform/runtime';

/** Name of a webhook worker's connections; its versions follow. */
export const WEBHOOK_WORKER = 'webhook-worker';

interface CountsRow {
  waiting: number;
  active: number;
  delayed: number;
}

/** A delivery that was claimed and whose attempt isn't recorded yet is under way. */
const COUNTS = `
  SELECT count(*) FILTER (WHERE next_attempt_at <= now())::int AS waiting,
    count(*) FILTER (WHERE next_attempt_at > now() AND attempt > jsonb_array_length(attempts))::int AS active,
    count(*) FILTER (WHERE next_attempt_at > now() AND attempt <= jsonb_array_length(attempts))::int AS delayed
  FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id
  WHERE d.status = 'pending' AND w.disabled_at IS NULL`;

/** A process has several connections, all with its name. */
const WORKERS = `
  SELECT DISTINCT application_name, client_addr FROM pg_stat_activity
  WHERE usename = current_user AND datname = current_database() AND application_name LIKE ?`;

/** Reads how many deliveries of webhooks are due, and which processes send them. */
export const createWebhookQueueStore = (database: Database) => async (): Promise<QueueState> => {
  const counts = await database.raw<{ rows: [CountsRow] }>(COUNTS);
  const workers = await database.raw<{ rows: { application_name: string }[] }>(WORKERS, [
    `${WEBHOOK_WORKER}:%`,
  ]);
  return {
    isShared: true,
    ...counts.rows[0],
    workers: workers.rows.map((row) => versionsIn(row.application_name)),
  };
};
