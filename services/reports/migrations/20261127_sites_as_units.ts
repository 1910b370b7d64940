import { pageLinksTable } from '@platform/page-access';
import type { Knex } from 'knex';

/** A site is crawled again and again: its first crawl holds its settings, and later ones point to it. */
const SITES = `
  ALTER TABLE sites
    -- The site's first crawl; null for that itself. An organisation sees its id as the site's.
    ADD COLUMN series_id       integer REFERENCES sites ON DELETE CASCADE,
    -- Part of the address of the site's page: ids could be counted through.
    ADD COLUMN page_key        text NOT NULL DEFAULT replace(CAST(gen_random_uuid() AS text), '-', ''),
    ADD COLUMN privacy         smallint NOT NULL DEFAULT 1 CHECK (privacy IN (0, 1, 2)),
    ADD COLUMN password_hash   text,
    -- Pages that a browser renders in each crawl.
    ADD COLUMN render_pages    smallint NOT NULL DEFAULT 0,
    -- How the site answers for an address that doesn't exist: {status, url, final_url, hash, words}.
    ADD COLUMN unknown_address jsonb,
    -- Of a crawl that is complete: its score, those of its categories and its counts, for the history.
    ADD COLUMN score           smallint CHECK (score BETWEEN 0 AND 100),
    ADD COLUMN summary         jsonb,
    -- How much differs from the complete crawl before, and whether that is worse.
    ADD COLUMN changes         jsonb,
    ADD COLUMN got_worse       boolean NOT NULL DEFAULT false,
    -- Whether it is settled who gets a mail about it.
    ADD COLUMN is_planned      boolean NOT NULL DEFAULT false;
  CREATE UNIQUE INDEX sites_page_key ON sites (page_key);
  CREATE INDEX sites_series ON sites (series_id, id) WHERE series_id IS NOT NULL;
  -- One crawl of a site at a time.
  CREATE UNIQUE INDEX sites_one_open ON sites (coalesce(series_id, id)) WHERE status IN ('pending', 'running');
  CREATE INDEX sites_unplanned ON sites (id) WHERE got_worse AND NOT is_planned;

  ALTER TABLE site_pages
    -- True for what is only asked whether it is there: images, scripts, links that say nofollow. Such
    -- rows are external ones, too, which earlier versions treat alike.
    ADD COLUMN is_file     boolean NOT NULL DEFAULT false,
    ADD COLUMN is_soft_404 boolean NOT NULL DEFAULT false,
    ADD COLUMN score       smallint,
    -- By category.
    ADD COLUMN scores      jsonb,
    -- The redirects that were followed: [{url, status}].
    ADD COLUMN redirects   jsonb,
    -- Names that fragments may lead to; null where only scripts know.
    ADD COLUMN anchors     text[],
    -- What a browser added: {words, links, errors}.
    ADD COLUMN rendered    jsonb;
  CREATE INDEX site_pages_score ON site_pages (site_id, score, id) WHERE score IS NOT NULL;

  -- link, frame, file or declared (canonical and language versions).
  ALTER TABLE site_links ADD COLUMN kind text NOT NULL DEFAULT 'link';

  -- Links to a place within a page.
  CREATE TABLE site_fragments (
    site_id   integer NOT NULL REFERENCES sites ON DELETE CASCADE,
    page_id   integer NOT NULL,
    target_id integer NOT NULL,
    fragment  text NOT NULL,
    PRIMARY KEY (site_id, page_id, target_id, fragment)
  );
`;

/** When a site is crawled again by itself, and who hears of it. */
const SCHEDULES = `
  CREATE TABLE site_schedules (
    site_id          integer PRIMARY KEY REFERENCES sites ON DELETE CASCADE,
    organisation     text NOT NULL,
    frequency        text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly')),
    -- 1 is Monday; the day of a weekly crawl.
    weekday          smallint NOT NULL CHECK (weekday BETWEEN 1 AND 7),
    hour             smallint NOT NULL CHECK (hour BETWEEN 0 AND 23),
    timezone         text NOT NULL,
    email            smallint NOT NULL DEFAULT 1 CHECK (email IN (0, 1)),
    email_recipients text,
    language         text NOT NULL DEFAULT 'en' CHECK (language IN ('en', 'de')),
    next_at          timestamptz NOT NULL,
    last_at          timestamptz,
    created_at       timestamptz NOT NULL DEFAULT now()
  );
  CREATE INDEX site_schedules_next_at ON site_schedules (next_at);

  CREATE TABLE site_mails (
    crawl_id        integer NOT NULL REFERENCES sites ON DELETE CASCADE,
    recipient       text NOT NULL,
    status          text NOT NULL DEFAULT 'pending'
      CHECK (status IN ('pending', 'sending', 'sent', 'skipped', 'failed', 'cancelled')),
    attempts        integer NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL,
    error           text,
    finished_at     timestamptz,
    PRIMARY KEY (crawl_id, recipient)
  );
  CREATE INDEX site_mails_open ON site_mails (next_attempt_at) WHERE status IN ('pending', 'sending');

  CREATE TABLE site_unsubscribes (
    site_id   integer NOT NULL REFERENCES sites ON DELETE CASCADE,
    recipient text NOT NULL,
    PRIMARY KEY (site_id, recipient)
  );
`;

export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(SITES);
  await knex.raw(SCHEDULES);
  await knex.raw(pageLinksTable('sites', 'site_page_links'));
};
