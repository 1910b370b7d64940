import type { Knex } from 'knex';

/**
 * Web vitals as histograms: how many views of a page, on a kind of device, measured a value in each
 * bucket. Histograms of days can be added up, so they give percentiles for any range.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE rollup_vitals (
      website_id integer NOT NULL,
      day        date NOT NULL,
      page_id    integer NOT NULL,
      device_id  integer NOT NULL,
      hits       integer NOT NULL,
      vital      smallint NOT NULL,
      bucket     smallint NOT NULL,
      PRIMARY KEY (website_id, day, vital, page_id, device_id, bucket)
    ) WITH (fillfactor = 70)`);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE rollup_vitals');
};
