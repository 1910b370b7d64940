import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { createPlatform } from '@platform/client';
import { createDatabase } from '@platform/database';
import { joinPlatform } from '@platform/testing';
import type { SharedPlatform } from '@platform/testing';

import { runDap } from './run-dap.ts';
import type { Ran } from './run-dap.ts';

export const run = promisify(execFile);

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** A platform, a page to check and a folder to work in, for the suite that calls this. */
export const usePlatform = () => {
  let platform: SharedPlatform;
  let server: Server;
  let page: string;
  let folder: string;

  /** The page's head; a test makes it worse. */
  const state = {
    head: '<meta name="description" content="A page that the command line checks, in enough words to be taken for a description of it.">',
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const found = request.url === '/';
      const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page to check from the command line</title>${state.head}</head><body><h1>Hello</h1></body></html>`;
      response.writeHead(found ? 200 : 404, { 'Content-Type': 'text/html' }).end(found ? html : 'no');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    page = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    folder = await mkdtemp(join(tmpdir(), 'platform-cli-'));
    platform = await joinPlatform();
  });

  afterAll(async () => {
    server.close();
    await rm(folder, { recursive: true, force: true });
  });

  const env = (): Record<string, string> => ({ DAP_URL: platform.url, DAP_KEY: platform.key });

  const dap = (...argv: string[]): Promise<Ran> => runDap(argv, { cwd: folder, env: env() });

  const client = () => createPlatform({ url: platform.url, key: platform.key });

  /** A result from the last minute isn't generated again; the tests don't wait for it to age. */
  const age = async (): Promise<void> => {
    const url = platform.databases.reports;
    const database = createDatabase({ url, schema: 'reports', poolSize: 1, applicationName: 'test' });
    await database('reports')
      .where({ url: page })
      .update({ generated_at: database.raw("generated_at - interval '2 minutes'") });
    await database.destroy();
  };

  return { platform: () => platform, page: () => page, folder: () => folder, state, env, dap, client, age };
};
