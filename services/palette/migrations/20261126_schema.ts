import { IDEMPOTENCY_TABLE, OUTBOX_TABLE } from '@platform/database';
import { pageLinksTable } from '@platform/page-access';
import type { Knex } from 'knex';

const PALETTES = `
  CREATE TABLE workspaces (
    id           text COLLATE "C" PRIMARY KEY,
    organisation text NOT NULL,
    name         text NOT NULL,
    -- Where a palette goes whose request names no workspace. Made with the first such request.
    is_default   boolean NOT NULL DEFAULT false,
    created_at   timestamptz(3) NOT NULL,
    -- Null until the first change, as in the other tables.
    updated_at   timestamptz(3)
  );
  CREATE UNIQUE INDEX workspaces_one_default ON workspaces (organisation) WHERE is_default;
  CREATE UNIQUE INDEX workspaces_name ON workspaces (organisation, lower(name));
  CREATE INDEX workspaces_list ON workspaces (organisation, id);

  CREATE TABLE palettes (
    id           text COLLATE "C" PRIMARY KEY,
    organisation text NOT NULL,
    workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id),
    name         text,
    description  text,
    base_color   json NOT NULL,
    harmony      text NOT NULL,
    -- The scale that each colour has; null for none.
    scale        json,
    colors       json NOT NULL,
    warnings     json NOT NULL,
    -- Counts the changes of the colours; versioned_at is null for the first.
    version      integer NOT NULL DEFAULT 1,
    versioned_at timestamptz(3),
    created_at   timestamptz(3) NOT NULL,
    updated_at   timestamptz(3)
  );
  CREATE INDEX palettes_list ON palettes (organisation, id);
  CREATE INDEX palettes_of_workspace ON palettes (workspace_id, id);

  -- What a palette was before its colours changed. Its own row is the newest version.
  CREATE TABLE palette_versions (
    palette_id text COLLATE "C" NOT NULL REFERENCES palettes (id) ON DELETE CASCADE,
    version    integer NOT NULL,
    content    json NOT NULL,
    -- When the version was made.
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (palette_id, version)
  );
`;

const THEMES = `
  CREATE TABLE themes (
    id           text COLLATE "C" PRIMARY KEY,
    organisation text NOT NULL,
    workspace_id text COLLATE "C" NOT NULL REFERENCES workspaces (id),
    palette_id   text COLLATE "C" NOT NULL,
    name         text NOT NULL,
    description  text,
    -- Whether the theme moves colours that its tokens set, so that they have enough contrast.
    adjust       boolean NOT NULL DEFAULT false,
    -- The Material scheme of the colours beside the brand's; null for none.
    scheme       text,
    -- What the theme was made from, the same resolved, and what it says of the modes by name.
    tokens       json NOT NULL,
    resolved     json NOT NULL,
    contexts     jsonb NOT NULL DEFAULT '[]',
    -- Earlier names of roles and tokens, which exports keep as aliases.
    renamed      json NOT NULL DEFAULT '{}',
    -- The roles of each mode.
    modes        json NOT NULL,
    warnings     json NOT NULL,
    version      integer NOT NULL DEFAULT 1,
    versioned_at timestamptz(3),
    created_at   timestamptz(3) NOT NULL,
    updated_at   timestamptz(3),
    -- No cascade: a palette with themes stays. Named, as its violation means that the palette went
    -- just now.
    CONSTRAINT themes_palette FOREIGN KEY (palette_id) REFERENCES palettes (id)
  );
  CREATE INDEX themes_list ON themes (organisation, id);
  CREATE INDEX themes_of_workspace ON themes (workspace_id, id);
  CREATE INDEX themes_of_palette ON themes (palette_id, id);

  CREATE TABLE theme_versions (
    theme_id   text COLLATE "C" NOT NULL REFERENCES themes (id) ON DELETE CASCADE,
    version    integer NOT NULL,
    content    json NOT NULL,
    created_at timestamptz(3) NOT NULL,
    PRIMARY KEY (theme_id, version)
  );
`;

/** The row is authoritative: a job in the queue only points to it, and may be lost. */
const EXPORTS = `
  CREATE TABLE exports (
    id           text COLLATE "C" PRIMARY KEY,
    organisation text NOT NULL,
    -- One of them. No foreign keys: the export outlives what it was made from.
    palette_id   text COLLATE "C",
    theme_id     text COLLATE "C",
    format       text NOT NULL,
    prefix       text,
    options      json NOT NULL,
    -- All that is to be written, as the palette or theme may be deleted meanwhile; null once the
    -- export is finished.
    tokens       json,
    -- Hash of everything that determines the file; null when the export is no longer shared.
    fingerprint  bytea,
    status       text NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
    -- Percent; null for exports with a single step.
    progress     smallint,
    attempts     integer NOT NULL DEFAULT 0,
    error        json,
    -- The file, null until there is one and after it has expired, like its type, size and hash.
    filename     text,
    media_type   text,
    bytes        integer,
    sha256       text,
    -- How many tokens the file has, and what its format couldn't hold.
    written      integer,
    left_out     jsonb,
    -- The request that asked for it, so that the log finds one by the other.
    request_id   text,
    -- How long the result is kept once the export has finished.
    lifetime     interval NOT NULL,
    created_at   timestamptz(3) NOT NULL,
    started_at   timestamptz(3),
    finished_at  timestamptz(3),
    -- Null until it has finished.
    expires_at   timestamptz(3),
    -- When the export was last queued or claimed.
    touched_at   timestamptz(3) NOT NULL DEFAULT now()
  );
  CREATE INDEX exports_organisation ON exports (organisation, id);
  -- Equal requests share an export, even those that come at the same moment.
  CREATE UNIQUE INDEX exports_shared ON exports (organisation, fingerprint) WHERE fingerprint IS NOT NULL;
  -- Finds exports whose job was lost.
  CREATE INDEX exports_unfinished ON exports (touched_at) WHERE status IN ('queued', 'processing');
  -- Finds exports to remove, and those that still hold a file. The others are kept for 30 days
  -- without one, and would be read again at each clean-up.
  CREATE INDEX exports_expiring ON exports (expires_at) WHERE expires_at IS NOT NULL;
  CREATE INDEX exports_to_empty ON exports (expires_at) WHERE fingerprint IS NOT NULL OR sha256 IS NOT NULL;

  CREATE TABLE export_files (
    export_id text COLLATE "C" PRIMARY KEY REFERENCES exports (id) ON DELETE CASCADE,
    content   bytea NOT NULL
  );
`;

/** Pages of palettes and themes, made with the first link to one. */
const SHARE_PAGES = `
  CREATE TABLE share_pages (
    id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    palette_id text COLLATE "C" UNIQUE REFERENCES palettes (id) ON DELETE CASCADE,
    theme_id   text COLLATE "C" UNIQUE REFERENCES themes (id) ON DELETE CASCADE,
    CHECK (num_nonnulls(palette_id, theme_id) = 1)
  );
`;

/**
 * The schema of palette. Ids are TypeIDs: compared as bytes (`COLLATE "C"`) they sort by time, so a
 * list by id is a list by age. Documents are json, not jsonb: they come back in the order in which
 * they were given. Times have milliseconds, as JavaScript's. The queue has a schema of its own,
 * which BullMQ makes.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(PALETTES);
  await knex.raw(THEMES);
  await knex.raw(EXPORTS);
  await knex.raw(SHARE_PAGES);
  await knex.raw(pageLinksTable('share_pages'));
  await knex.raw(OUTBOX_TABLE);
  await knex.raw(IDEMPOTENCY_TABLE);
};
