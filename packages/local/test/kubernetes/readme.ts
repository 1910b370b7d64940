import { access, readdir, readFile } from 'node:fs/promises';

import { parse } from 'yaml';

import { FOLDER, manifestFiles, manifestsIn } from './read-manifests.ts';
import { after, callsOf, IN_WORDS, ownFiles, readBy, secretsMade } from './readme-lines.ts';
import type { Pod } from './readme-lines.ts';

export const describeReadme = (): void => {
  describe('deploy/kubernetes/README.md', () => {
    it('the lines of the README apply what is there, or what it has the reader make', async () => {
      const own = ownFiles('Install');
      expect([...own.keys()]).toEqual([
        'own/migrations/kustomization.yaml',
        'own/platform/kustomization.yaml',
      ]);
      const images = [...own.values()].map((text) => (parse(text) as { images: object }).images);
      // The migrations are of the version that runs.
      expect(images[0]).toEqual(images[1]);

      const applied = (await callsOf('Install')).filter(([verb]) => verb === 'apply');
      expect(applied.length).toBeGreaterThanOrEqual(3);
      for (const call of applied) {
        const folder = after(call, '-k');
        const file = folder === undefined ? after(call, '-f') : `${folder}/kustomization.yaml`;
        const text = own.get(file ?? '');
        const needed = text === undefined ? [''] : (parse(text) as { resources: string[] }).resources;
        for (const path of needed)
          await expect(access(new URL(path, new URL(file ?? '', FOLDER)))).resolves.toBeUndefined();
      }
    });

    it('the lines of the README make secrets, then migrate and wait for it, and only then start the platform', async () => {
      const steps = (await callsOf('Install')).map((call) => call.join(' '));
      const order = [
        /^apply -f base\/namespace\.yaml$/,
        /create secret generic/,
        /^apply -k own\/migrations$/,
        /^-n platform wait --for=condition=complete job --all /,
        /^apply -k own\/platform$/,
        /^-n platform exec deploy\/gateway -- node src\/keys\/cli\.ts create /,
      ].map((step) => ({
        first: steps.findIndex((call) => step.test(call)),
        last: steps.findLastIndex((call) => step.test(call)),
      }));
      expect(order.every(({ first }) => first >= 0)).toBe(true);
      for (const [index, { first }] of order.entries())
        if (index > 0) expect(first).toBeGreaterThan(order[index - 1]!.last);
    });

    it('the README lists every component, and no other', async () => {
      const entries = await readdir(new URL('components/', FOLDER), { withFileTypes: true });
      const components = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      const text = await readFile(new URL('README.md', FOLDER), 'utf8');
      const [, section = ''] = text.split('\n## Components\n');
      const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `([\w-]+)`/gm)].map(
        ([, name]) => name,
      );
      expect(listed.sort()).toEqual(components.sort());
    });

    it('the lines of the README make the authorities that the component mounts', async () => {
      const made = (await callsOf('Your own certificate authorities')).filter((call) =>
        call.includes('configmap'),
      );
      expect(made.map((call) => call.slice(call.indexOf('create')))).toEqual([
        ['create', 'configmap', 'own-ca', '--from-file=ca.pem'],
      ]);
      const mounted = JSON.stringify(await manifestsIn('components/own-ca/own-ca.yaml'));
      expect(mounted).toContain('"configMap":{"name":"own-ca","items":[{"key":"ca.pem","path":"ca.pem"}]}');
      for (const heading of ['Install', 'Analytics on Citus'])
        for (const call of await callsOf(heading))
          for (const word of call.filter((one) => /postgres:|redis/.test(one)))
            // Anything less doesn't hold the certificate against the authorities.
            expect(word).toMatch(/\?sslmode=verify-full$|=rediss:/);
    });

    it('the lines of the README make every secret that a pod reads', async () => {
      const made = await secretsMade();
      const needed = new Set<string>();
      for (const path of await manifestFiles())
        for (const { spec } of await manifestsIn(path)) {
          const pod = spec?.template?.spec as Pod | undefined;
          if (pod?.containers) for (const key of readBy(pod)) needed.add(key);
        }
      expect(needed.size).toBeGreaterThanOrEqual(7);
      expect([...needed].filter((key) => !made.includes(key))).toEqual(IN_WORDS);
      const text = await readFile(new URL('README.md', FOLDER), 'utf8');
      for (const key of IN_WORDS) expect(text).toContain(`\`${key.split(' ')[1] ?? ''}\``);
    });
  });
};
