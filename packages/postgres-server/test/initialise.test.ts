import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { initialise } from '../src/start-postgres-server.ts';
import { findServerUser } from '../src/server-user.ts';

/** Tells what it can read, and who else could, in the place of PostgreSQL's own program. */
const INITDB = `#!/bin/sh
for word; do case "$word" in --pwfile=*) file=\${word#--pwfile=} ;; --pgdata=*) data=\${word#--pgdata=} ;; esac; done
{ cat "$file"; ls -ln "$file"; } >"$data/seen"
`;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(await realpath(tmpdir()), 'platform-initdb-test-'));
  await chmod(directory, 0o711);
});
afterEach(() => rm(directory, { recursive: true, force: true }));

it('shows the password to the server’s user and to nobody else, wherever temporary files go', async () => {
  await mkdir(join(directory, 'bin'));
  await writeFile(join(directory, 'bin', 'initdb'), INITDB, { mode: 0o755 });
  const data = join(directory, 'data');
  await mkdir(data);
  await chmod(data, 0o777);
  const user = await findServerUser();
  const { TMPDIR } = process.env;
  process.env['TMPDIR'] = join(directory, 'nowhere');
  try {
    await initialise(directory, data, 'a secret', user);
  } finally {
    if (TMPDIR === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = TMPDIR;
  }
  const seen = await readFile(join(data, 'seen'), 'utf8');
  expect(seen).toMatch(new RegExp(`^a secret-r[w-]------- +\\d+ ${user?.uid ?? process.getuid?.() ?? ''} `));
  expect((await readdir(directory)).sort()).toEqual(['bin', 'data']);
});
