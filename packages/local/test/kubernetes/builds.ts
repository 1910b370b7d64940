import { readdir } from 'node:fs/promises';

import { containersOf, settingFaults } from './process-settings.ts';
import { FOLDER, typeOf, unknownFields, validateValues } from './read-manifests.ts';
import type { Manifest } from './read-manifests.ts';
import { describeWithKubectl, MIGRATIONS, OVERLAYS } from './workshop.ts';
import type { Workshop } from './workshop.ts';

interface Metric {
  type: string;
}

/** Of the pods of a deployment or job. */
interface Volume {
  name: string;
  configMap?: { name: string; items: { key: string; path: string }[] };
}

export const describeBuilds = (workshop: () => Workshop): void => {
  describeWithKubectl('what kustomize builds of overlays and components', () => {
    let components: string[];
    beforeAll(async () => {
      components = (await readdir(new URL('components/', FOLDER), { withFileTypes: true }))
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => name);
    });

    const withPods = (built: readonly Manifest[]): Manifest[] =>
      built.filter(({ kind }) => ['Deployment', 'Job'].includes(kind));

    /** Components that a folder doesn't have yet; beside the migrations, only one makes sense. */
    const addableTo = (path: string): string[] => {
      if (MIGRATIONS.includes(path)) return ['own-ca'];
      const included = path === 'overlays/single-machine' ? [] : ['mail-server', 'monitoring'];
      return components.filter((name) => !included.includes(name));
    };

    /** Holds manifests against Kubernetes, the operator and the processes' settings. */
    const expectSound = async (built: readonly Manifest[]): Promise<void> => {
      for (const manifest of built) {
        const type = typeOf(manifest) ?? '';
        expect([manifest.kind, type]).not.toContain('');
        expect([manifest.metadata.name, ...unknownFields(manifest, type)]).toEqual([manifest.metadata.name]);
        await expect(validateValues(manifest)).resolves.toBeUndefined();
      }
      expect(await settingFaults(built)).toEqual([]);
    };

    it.each([...OVERLAYS, ...MIGRATIONS])('is sound for %s, alone and with every component', async (path) => {
      const alone = workshop().build(path);
      expect(withPods(alone).length).toBeGreaterThanOrEqual(4);
      await expectSound(alone);
      const built = await workshop().buildWith(path, addableTo(path));
      await expectSound(built);
      expect(withPods(built).map(({ metadata }) => metadata.name)).toEqual(
        withPods(alone).map(({ metadata }) => metadata.name),
      );
    });

    it.each([...OVERLAYS, ...MIGRATIONS])(
      'has every pod of %s trust the authorities of `own-ca`',
      async (path) => {
        const built = withPods(await workshop().buildWith(path, ['own-ca']));
        for (const manifest of built) {
          const { volumes } = manifest.spec.template.spec as { volumes: Volume[] };
          expect(volumes).toContainEqual({
            name: 'own-ca',
            configMap: { name: 'own-ca', items: [{ key: 'ca.pem', path: 'ca.pem' }] },
          });
          for (const { env, volumeMounts } of containersOf(manifest)) {
            expect(volumeMounts).toContainEqual({ name: 'own-ca', mountPath: '/own-ca', readOnly: true });
            expect(env).toContainEqual({ name: 'NODE_EXTRA_CA_CERTS', value: '/own-ca/ca.pem' });
          }
        }
      },
    );

    it.each(OVERLAYS)('scales the workers of %s by what waits, if its components are named', async (path) => {
      const scalersOf = (built: readonly Manifest[]) =>
        Object.fromEntries(
          built
            .filter(({ kind }) => kind === 'HorizontalPodAutoscaler')
            .map(({ metadata, spec }) => [metadata.name, (spec.metrics as Metric[]).map(({ type }) => type)]),
        );
      const byDefault = scalersOf(workshop().build(path));
      expect(Object.values(byDefault).flat()).not.toContain('External');
      const both = scalersOf(await workshop().buildWith(path, ['export-backlog', 'report-backlog']));
      expect(both).toEqual(
        Object.fromEntries(
          Object.keys(byDefault).map((name) => [
            name,
            ['palette-worker', 'reports-worker'].includes(name) ? ['Resource', 'External'] : ['Resource'],
          ]),
        ),
      );
    });
  });
};
