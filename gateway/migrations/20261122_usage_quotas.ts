import type { Knex } from 'knex';

/** Monthly quotas of organisations, and when most or all of one was used up. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE quotas (
      organisation_id text NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
      unit text NOT NULL CHECK (unit IN ('requests', 'events', 'reports', 'exports')),
      quota bigint NOT NULL CHECK (quota > 0),
      PRIMARY KEY (organisation_id, unit)
    );
    CREATE TABLE quota_events (
      organisation_id text NOT NULL REFERENCES organisations (id) ON DELETE CASCADE,
      month date NOT NULL,
      unit text NOT NULL,
      percent smallint NOT NULL,
      used bigint NOT NULL,
      quota bigint NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now(),
      PRIMARY KEY (organisation_id, month, unit, percent)
    );
    COMMENT ON COLUMN quota_events.month IS 'its first day (UTC)';
    CREATE INDEX quota_events_age ON quota_events (created_at);
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE quota_events; DROP TABLE quotas');
};
