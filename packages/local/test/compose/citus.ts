import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

import { composeServices, readCompose } from '../read-compose.ts';
import type { ComposeService } from '../read-compose.ts';

const run = promisify(execFile);
const hasDockerCompose = spawnSync('docker-compose', ['version']).status === 0;
const root = new URL('../../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

export const describeCitus = (): void => {
  if (!hasDockerCompose)
    process.stderr.write('Skipped: docker-compose.citus.yml. There is no docker-compose.\n');
  describe('docker-compose.citus.yml', () => {
    const own = (): [string, ComposeService][] =>
      composeServices('docker-compose.citus.yml').filter(([name]) => name.startsWith('citus-'));

    it('limits and hardens every container, and lets none be reached from outside', async () => {
      const { networks = {} } = readCompose('docker-compose.yml');
      for (const [name, service] of own()) {
        expect([name, service.read_only, service.cap_drop, service.security_opt]).toEqual([
          name,
          true,
          ['ALL'],
          ['no-new-privileges:true'],
        ]);
        expect([service.mem_limit, service.cpus, service.pids_limit]).not.toContain(undefined);
        expect((service.networks ?? []).filter((network) => networks[network]?.internal !== true)).toEqual(
          [],
        );
        expect(service.image).toMatch(/^\$\{CITUS_IMAGE:-citusdata\/citus:\d+\.\d+\.\d+\}$/);
      }
      expect(await read('docker-compose.citus.yml')).not.toMatch(/PASSWORD[^\n]*:-[^}]/);
    });

    it('gives analytics the cluster, and migrates before it starts', async () => {
      const { services } = readCompose('docker-compose.citus.yml');
      expect(services['analytics']?.environment).toEqual({
        DATABASE_URL_FILE: '/secrets/citus-database-url',
      });
      expect(services['migrate']?.command).toContain('--distribute');
      // Where the job finds the connection of analytics, secrets.sh has put the one to PostgreSQL.
      expect(services['citus-secrets']?.volumes).toContain('migrate-secrets:/secrets/migrate');
      expect(await read('deploy/compose/citus-secrets.sh')).toContain(
        '/secrets/migrate/analytics-database-url',
      );
      const base = readCompose('docker-compose.yml');
      expect(Object.keys(services).filter((name) => !(name in base.services))).toEqual(
        own().map(([name]) => name),
      );
    });

    (hasDockerCompose ? it : it.skip)('is read by docker-compose together with the other file', async () => {
      const files = ['-f', 'docker-compose.yml', '-f', 'docker-compose.citus.yml'];
      const found = await run('docker-compose', [...files, 'config'], { cwd: fileURLToPath(root) });
      expect(found.stdout).toContain('citus-worker-2');
    });
  });
};
