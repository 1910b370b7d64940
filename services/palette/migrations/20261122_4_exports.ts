import type { Knex } from 'knex';

export const replaces = ['0002_exports'];

/**
 * Token exports. The row is authoritative: a job in the queue only points to it, and may be lost.
 * `tokens` holds everything to be written, so the palette or theme may be deleted meanwhile.
 */
export const up = async (knex: Knex): Promise<void> => {
  await knex.raw(`
    CREATE TABLE exports (
      id text COLLATE "C" PRIMARY KEY,
      organisation text NOT NULL,
      palette_id text COLLATE "C",
      theme_id text COLLATE "C",
      format text NOT NULL,
      prefix text,
      options json NOT NULL,
      -- Null once the export is finished.
      tokens json,
      -- Hash of everything that determines the file; null when the export is no longer shared.
      fingerprint bytea,
      status text NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      error json,
      filename text,
      media_type text,
      bytes integer,
      sha256 text,
      -- How long the result is kept once the export has finished.
      lifetime interval NOT NULL,
      created_at timestamptz(3) NOT NULL,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      expires_at timestamptz(3),
      -- When the export was last queued or claimed.
      touched_at timestamptz(3) NOT NULL DEFAULT now()
    );
    CREATE UNIQUE INDEX exports_shared ON exports (organisation, fingerprint) WHERE fingerprint IS NOT NULL;
    CREATE INDEX exports_unfinished ON exports (touched_at) WHERE status IN ('queued', 'processing');
    CREATE INDEX exports_expiring ON exports (expires_at) WHERE expires_at IS NOT NULL;

    CREATE TABLE export_files (
      export_id text COLLATE "C" PRIMARY KEY REFERENCES exports (id) ON DELETE CASCADE,
      content bytea NOT NULL
    );
  `);
};

export const down = async (knex: Knex): Promise<void> => {
  await knex.raw('DROP TABLE export_files, exports');
};
