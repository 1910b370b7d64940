import { toHit, ALONE, MOMENTS, useWriters } from './rollups-harness.ts';

const { db, writers, nextSite } = useWriters();

// A cluster takes no trigger on a distributed table.
(process.env['TEST_CITUS_URL'] === undefined ? it : it.skip)(
  'hits are stored without compiling plans, whatever the server does by default',
  async () => {
    const { database } = db();
    const name = new URL(db().url).pathname.slice(1);
    await database.raw(`
    ALTER ROLE CURRENT_USER IN DATABASE ${name} SET jit = on;
    CREATE TABLE settings_seen (jit text);
    CREATE FUNCTION see_settings() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO settings_seen VALUES (current_setting('jit')); RETURN NULL; END $$;
    CREATE TRIGGER see AFTER INSERT ON events FOR EACH STATEMENT EXECUTE FUNCTION see_settings();
  `);
    const [timezone, start] = MOMENTS[0];
    const action = { person: 1, page: 0, kind: 'pageview', minute: 1, browser: 0 } as const;
    await writers()[0]!.write([{ hit: toHit(nextSite(), timezone, Date.parse(start), action) }], ALONE);
    expect(await database('settings_seen').select()).toEqual([{ jit: 'off' }]);
  },
);
