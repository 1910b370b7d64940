import type { Knex } from 'knex';

/**
 * Websites that got another time zone, whose sums by day are to be cut by it. By a trigger, so that
 * a change made by a process of an older version is noted, too.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE days_to_recut (
      website_id integer PRIMARY KEY,
      changed_at timestamptz NOT NULL
    )`);
  await knex.raw(`
    CREATE FUNCTION note_days_to_recut() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      INSERT INTO days_to_recut (website_id, changed_at) VALUES (NEW.id, clock_timestamp())
      ON CONFLICT (website_id) DO UPDATE SET changed_at = excluded.changed_at;
      RETURN NULL;
    END $$`);
  await knex.raw(`
    CREATE TRIGGER note_days_to_recut
    AFTER UPDATE OF timezone ON websites
    FOR EACH ROW WHEN (OLD.timezone <> NEW.timezone) EXECUTE FUNCTION note_days_to_recut()`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TRIGGER note_days_to_recut ON websites');
  await knex.raw('DROP FUNCTION note_days_to_recut()');
  await knex.raw('DROP TABLE days_to_recut');
};
