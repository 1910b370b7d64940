import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

import { freePort } from '@platform/testing';
import express from 'express';
import createKnex from 'knex';

/** A server that stores each request by one insert, and nothing else. */
export interface PaletteReference {
  readonly url: string;
  readonly pid: number;
  stop(): Promise<void>;
}

const TABLE = `
  CREATE TABLE IF NOT EXISTS reference_palettes (
    id text COLLATE "C" PRIMARY KEY, organisation text NOT NULL, workspace_id text NOT NULL, base_color json NOT NULL,
    harmony text NOT NULL, colors json NOT NULL, warnings json NOT NULL, created_at timestamptz(3) NOT NULL
  );
  CREATE INDEX IF NOT EXISTS reference_list ON reference_palettes (organisation, id);
  CREATE INDEX IF NOT EXISTS reference_workspace ON reference_palettes (workspace_id, id);`;

/**
 * Express, its JSON parser and one insert by knex: the row of the service, byte for byte as long,
 * made beforehand.
 */
const serve = async (databaseUrl: string, port: number, sample: string): Promise<void> => {
  const palette = JSON.parse(sample) as Record<string, unknown>;
  const knex = createKnex({ client: 'pg', connection: databaseUrl, pool: { min: 0, max: 10 } });
  await knex.raw(TABLE);
  const stored = {
    organisation: 'org_reference',
    workspace_id: palette['workspace_id'],
    base_color: JSON.stringify(palette['base_color']),
    harmony: palette['harmony'],
    colors: JSON.stringify(palette['colors']),
    warnings: JSON.stringify(palette['warnings']),
  };
  let count = 0;
  const app = express();
  app.use(express.json());
  app.post('/v1/palettes', async (request, response) => {
    count += 1;
    const id = `pal_${process.pid}_${count}`;
    await knex('reference_palettes').insert({ ...stored, id, created_at: new Date() });
    const { harmony } = request.body as { harmony: string };
    response.status(201).json({ data: { ...palette, id, harmony } });
  });
  app.listen(port, '127.0.0.1', () => process.send?.('ready'));
};

/**
 * Starts the reference as a process of its own.
 * @param sample a palette as the service answers it, in JSON
 */
export const startPaletteReference = async (
  databaseUrl: string,
  sample: string,
): Promise<PaletteReference> => {
  const port = await freePort();
  const child = fork(fileURLToPath(import.meta.url), [databaseUrl, String(port), sample], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
  });
  await once(child, 'message');
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid ?? 0,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
};

if (import.meta.main) {
  const [databaseUrl = '', port = '', sample = ''] = process.argv.slice(2);
  await serve(databaseUrl, Number(port), sample);
}
