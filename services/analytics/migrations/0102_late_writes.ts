import type { Knex } from 'knex';

/**
 * How often each day that was long over has been written to. What is derived from settled days (the sums of months) notes the
 * number it was made at, and is true for as long as the number stays; the checksum read all the month's quarters at each use.
 * The sums are made again when somebody looks.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE late_writes (
      website_id integer NOT NULL,
      day        date NOT NULL,
      writes     bigint NOT NULL,
      PRIMARY KEY (website_id, day)
    )`);
  await knex.raw('DELETE FROM month_sums_values');
  await knex.raw('DELETE FROM month_sums_pages');
  await knex.raw('DELETE FROM month_sums');
  await knex.raw('ALTER TABLE month_sums DROP COLUMN checksum, ADD COLUMN late_writes bigint NOT NULL');
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DELETE FROM month_sums_values');
  await knex.raw('DELETE FROM month_sums_pages');
  await knex.raw('DELETE FROM month_sums');
  await knex.raw('ALTER TABLE month_sums DROP COLUMN late_writes, ADD COLUMN checksum numeric NOT NULL');
  await knex.raw('DROP TABLE late_writes');
};
