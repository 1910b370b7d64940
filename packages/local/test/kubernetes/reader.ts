import { processRows, SERVICE_NAMES } from '../../src/services.ts';
import type { Manifest } from './read-manifests.ts';
import { IN_WORDS, ownFiles, readBy, secretsMade } from './readme-lines.ts';
import type { Pod } from './readme-lines.ts';
import { describeWithKubectl, MIGRATIONS, OVERLAYS } from './workshop.ts';
import type { Workshop } from './workshop.ts';

export const describeReader = (workshop: () => Workshop): void => {
  describeWithKubectl('what kustomize builds for a reader', () => {
    const podsOf = (built: readonly Manifest[]): Pod[] =>
      built.flatMap(({ spec }) => (spec?.template ? [spec.template.spec as Pod] : []));
    const imagesOf = (built: readonly Manifest[]): string[] =>
      podsOf(built).flatMap(({ containers }) => containers.map(({ image }) => image));

    it.each(['own/migrations', 'own/platform'])('has the reader’s images in %s', (path) => {
      const images = imagesOf(workshop().build(path));
      expect(images.length).toBeGreaterThanOrEqual(4);
      expect(images.filter((image) => !image.startsWith('registry.example/platform-'))).toEqual([]);
      expect(images.filter((image) => !/:\d+\.\d+\.\d+$/.test(image))).toEqual([]);
    });

    it('is one application for Argo CD, whose migrations all end before anything else begins', () => {
      const [path = ''] = ownFiles('Argo CD').keys();
      const built = workshop().build(path.replace(/\/[^/]+$/, ''));
      const hooks = built.filter(({ kind }) => kind === 'Job');
      expect(hooks.map(({ metadata }) => metadata.name).sort()).toEqual(
        SERVICE_NAMES.map((name) => `${name}-migrate`).sort(),
      );
      for (const { metadata } of hooks)
        expect([metadata.name, metadata.annotations]).toEqual([
          metadata.name,
          {
            'argocd.argoproj.io/hook': 'PreSync',
            // A job's image can't be changed.
            'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation',
          },
        ]);
      const others = built.filter((manifest) => !hooks.includes(manifest));
      expect(others.filter(({ kind }) => kind === 'Deployment').length).toBeGreaterThanOrEqual(7);
      expect(JSON.stringify(others)).not.toContain('argocd.argoproj.io');
      // The schema is of the version that then runs on it.
      expect([...new Set(imagesOf(hooks))].sort()).toEqual([...new Set(imagesOf(others))].sort());
      // Hooks need what exists before the first synchronisation; the application's ConfigMaps don't.
      expect(JSON.stringify(hooks)).not.toContain('configMapRef');
    });

    it.each(OVERLAYS)(
      'leaves the number of processes in %s to autoscalers, or sets it without any',
      (path) => {
        const built = workshop().build(path);
        const scaled = built.flatMap(({ spec }) => (spec?.scaleTargetRef?.name as string | undefined) ?? []);
        for (const { kind, metadata, spec } of built)
          if (kind === 'Deployment')
            expect([metadata.name, spec.replicas]).toEqual([
              metadata.name,
              scaled.includes(metadata.name) ? undefined : 1,
            ]);
        expect(scaled.length).toBe(path.endsWith('single-machine') ? 0 : processRows().length);
      },
    );

    it.each([...OVERLAYS, ...MIGRATIONS])('finds every key of its secrets in %s', async (path) => {
      const added = MIGRATIONS.includes(path) ? [] : ['sign-in'];
      const needed = podsOf(await workshop().buildWith(path, added)).flatMap(readBy);
      expect(needed.length).toBeGreaterThanOrEqual(4);
      const analytics = path.endsWith('citus') ? 'analytics-citus' : 'analytics';
      expect(needed).toContain(`${analytics} database-url`);
      const made = await secretsMade();
      const missing = needed.filter((key) => !made.includes(key));
      expect(missing).toEqual(added.length === 0 ? [] : IN_WORDS);
    });

    it('spreads the tables of analytics on Citus', () => {
      const job = workshop()
        .build('migrations-citus')
        .find(({ metadata }) => metadata.name === 'analytics-migrate');
      expect(
        podsOf(job ? [job] : []).flatMap(({ containers }) => containers.map(({ command }) => command)),
      ).toEqual([['node', 'src/migrate.ts', '--distribute']]);
    });
  });
};
