import { readFile } from 'node:fs/promises';

import { folderOf, SERVICE_NAMES } from '../../src/services.ts';
import {
  composeServices as allServices,
  COMPLEMENTS,
  readCompose,
  readEnvironment,
} from '../read-compose.ts';
import type { ComposeService } from '../read-compose.ts';

const root = new URL('../../../../', import.meta.url);
const read = (path: string): Promise<string> => readFile(new URL(path, root), 'utf8');

/** Those of a file, without what it only adds to those of another. */
const composeServices = (path: string): [string, ComposeService][] =>
  allServices(path).filter(([, { image }]) => (image as string | undefined) !== undefined);

const PLATFORM = ['docker-compose.yml', ...COMPLEMENTS];
const ALONE = [
  ...SERVICE_NAMES.filter((name) => name !== 'gateway').map((name) => `${folderOf(name)}/compose.yml`),
];

const SECRETS = /\$\{(\w*(?:PASSWORD|SECRET|PRIVATE_KEY|SMTP_URL)\w*)([^}]*)\}/g;

export const describeFiles = (): void => {
  it('the files of variables hold no secret: a name that may be one has no value, or that of a file', () => {
    const paths = ['deploy/compose', ...SERVICE_NAMES.slice(1).map(folderOf)].map(
      (folder) => `${folder}/settings.env`,
    );
    for (const path of ['deploy/compose/secrets.env', ...paths])
      for (const [name, value] of Object.entries(readEnvironment(path)))
        if (!/^http:|^\/(data|run)\/|^\d+$/.test(value))
          expect([name, value]).toEqual([name, value.startsWith('/secrets/') ? value : `\${${name}:-}`]);
  });

  describe.each([...PLATFORM, ...ALONE])('%s', (path) => {
    it('holds no password: a variable for one has no default, and no address holds one', async () => {
      const text = await read(path);
      const variables = [...text.matchAll(SECRETS)];
      if (ALONE.includes(path)) expect(variables.length).toBeGreaterThan(0);
      const isEmpty = (rest = ''): boolean => rest === '' || rest === ':-' || /^:?\?/.test(rest);
      expect(variables.filter(([, name, rest]) => name !== 'SECRETS_FOLDER' && !isEmpty(rest))).toEqual([]);
      const addresses = [...text.matchAll(/:\/\/[^\s/@]*:([^\s@]+)@/g)].map(([, password]) => password);
      expect(addresses.filter((password) => password?.startsWith('${') !== true)).toEqual([]);
    });

    it('limits and hardens every container', () => {
      for (const [name, service] of composeServices(path))
        expect({
          name,
          isLimited: [service.mem_limit, service.cpus, service.pids_limit].every(
            (limit) => limit !== undefined,
          ),
          readOnly: service.read_only,
          drops: service.cap_drop,
          privileges: service.security_opt,
        }).toEqual({
          name,
          isLimited: true,
          readOnly: true,
          drops: ['ALL'],
          privileges: ['no-new-privileges:true'],
        });
    });

    // It inherits what a health check that was cut off leaves, and PostgreSQL takes that for its own.
    it('gives every container that goes on a process 1 that only waits for others', () => {
      const lasting = composeServices(path).filter(([, { restart }]) => restart === 'unless-stopped');
      expect(lasting.filter(([, { init }]) => init !== true).map(([name]) => name)).toEqual([]);
    });

    it('keeps 30 MB of a container’s log, as the page on privacy says', () => {
      for (const [name, { logging }] of composeServices(path))
        expect([name, logging?.options]).toEqual([name, { 'max-size': '10m', 'max-file': '3' }]);
    });

    it('waits until a process has answered what is in flight', () => {
      const processes = composeServices(path).filter(
        ([name, { image }]) => image.startsWith('platform-') && !name.endsWith('migrate'),
      );
      // They end within 25 s (packages/runtime/src/run-process.ts); the time that Compose gives by itself is 10 s.
      expect(processes.filter(([, service]) => service.stop_grace_period !== '30s')).toEqual([]);
    });

    it('mounts the secrets wherever a variable may name a file of them', () => {
      const naming = composeServices(path).filter(
        ([, { environment = {}, image }]) =>
          image.startsWith('platform-') && Object.keys(environment).some((name) => name.endsWith('_FILE')),
      );
      if (!COMPLEMENTS.includes(path)) expect(naming.length).toBeGreaterThan(1);
      for (const [name, { volumes = [] }] of naming)
        expect([name, volumes.some((volume) => volume.endsWith(':/secrets:ro'))]).toEqual([name, true]);
    });

    (COMPLEMENTS.includes(path) ? it.skip : it)('lets PostgreSQL reach nothing outside', () => {
      const { services, networks = {} } = readCompose(path);
      const inside = services['postgres']?.networks ?? [];
      expect(inside.map((name) => networks[name]?.internal)).toEqual(inside.map(() => true));
      expect(inside).not.toEqual([]);
    });

    it('names exact versions, which variables override', async () => {
      const { version, dependencies } = JSON.parse(await read('package.json')) as {
        version: string;
        dependencies: { node: string };
      };
      // The suites run on this version of Node.js.
      const nodeImage = `\${NODE_IMAGE:-node:${dependencies.node}-bookworm-slim}`;
      for (const [name, { image, build }] of composeServices(path)) {
        expect(image).toMatch(/\$\{\w+:-[\w./:-]*\d+\.\d+(\.\d+)?\}$/);
        if (image.startsWith('platform-')) expect(image).toContain(`:-${version}}`);
        if (build) expect({ name, nodeImage: build.args?.['NODE_IMAGE'] }).toEqual({ name, nodeImage });
      }
    });
  });
};
