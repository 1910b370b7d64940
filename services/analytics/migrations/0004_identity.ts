import type { Knex } from 'knex';

/** What the writer needs for a day or so: salts, the visitors of those days, ids of events that may be sent again. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE salts (
      website_id integer NOT NULL,
      day        date NOT NULL,
      is_live    boolean NOT NULL,
      used_at    timestamptz NOT NULL,
      salt       bytea NOT NULL,
      PRIMARY KEY (website_id, day)
    )`);
  await knex.raw(`
    CREATE TABLE visitors (
      visitor_id bigint NOT NULL,
      continues  bigint NOT NULL,
      website_id integer NOT NULL,
      day        date NOT NULL,
      seen       integer[] NOT NULL,
      PRIMARY KEY (website_id, visitor_id)
    ) WITH (fillfactor = 70)`);
  await knex.raw(`
    CREATE TABLE event_ids (
      seen_at    timestamptz NOT NULL,
      event_id   uuid NOT NULL,
      website_id integer NOT NULL,
      PRIMARY KEY (website_id, event_id)
    )`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE event_ids, visitors, salts');
};
