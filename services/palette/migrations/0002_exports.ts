import type { Knex } from 'knex';

/**
 * Token exports. The row is the truth: a job in the queue is only a hint that there is one to make, and may be lost.
 * `tokens` holds what is to be written, so that an export needs neither its palette nor its theme any more.
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
      -- Hash of all that decides the file; null when the export must not be shared any more.
      fingerprint bytea,
      status text NOT NULL CHECK (status IN ('queued', 'processing', 'completed', 'failed')),
      attempts integer NOT NULL DEFAULT 0,
      error json,
      filename text,
      media_type text,
      bytes integer,
      sha256 text,
      -- How long the result is kept after the export has finished.
      lifetime interval NOT NULL,
      created_at timestamptz(3) NOT NULL,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      expires_at timestamptz(3),
      -- When the export was last put in the queue or taken from it.
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
