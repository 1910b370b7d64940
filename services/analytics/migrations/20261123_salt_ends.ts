import type { Knex } from 'knex';

/**
 * When each salt is to be destroyed, so that the job finds those whose time is over without reading
 * all others; null where a process of an older version wrote the row. A website that gets another
 * time zone is noted by a trigger, as that process doesn't know that it has to be.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw('ALTER TABLE salts ADD COLUMN ends_at timestamptz');
  await knex.raw('CREATE INDEX salts_ends_at ON salts (ends_at)');
  await knex.raw(`
    CREATE TABLE timezone_changes (
      website_id integer PRIMARY KEY,
      changed_at timestamptz NOT NULL
    )`);
  // Whoever changes a website by hand has another search path.
  await knex.raw(`
    CREATE FUNCTION note_timezone_change() RETURNS trigger LANGUAGE plpgsql SET search_path FROM CURRENT AS $$
    BEGIN
      INSERT INTO timezone_changes (website_id, changed_at) VALUES (NEW.id, clock_timestamp())
      ON CONFLICT (website_id) DO UPDATE SET changed_at = excluded.changed_at;
      RETURN NULL;
    END $$`);
  await knex.raw(`
    CREATE TRIGGER note_timezone_change
    AFTER UPDATE OF timezone ON websites
    FOR EACH ROW WHEN (OLD.timezone <> NEW.timezone) EXECUTE FUNCTION note_timezone_change()`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TRIGGER note_timezone_change ON websites');
  await knex.raw('DROP FUNCTION note_timezone_change()');
  await knex.raw('DROP TABLE timezone_changes');
  await knex.raw('ALTER TABLE salts DROP COLUMN ends_at');
};
