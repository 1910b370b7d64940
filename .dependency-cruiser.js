/** The layers of the house, which CONTRIBUTING.md describes. */
const service = 'services/([^/]+)/src/';

export default {
  forbidden: [
    {
      name: 'no-circular',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-circles-between-folders',
      scope: 'folder',
      severity: 'error',
      from: { path: '^(services/[^/]+|gateway|packages/[^/]+)/src/' },
      to: { circular: true },
    },
    {
      name: 'a-thing-lives-where-it-is-used',
      severity: 'error',
      from: {},
      to: {
        path: '^(services|gateway|packages)/.*/(common|utils?|shared|helpers?|types|constants)(/|\\.ts$)',
        pathNot: 'node_modules',
      },
    },
    {
      name: 'services-meet-over-http-only',
      severity: 'error',
      from: { path: '^(services/([^/]+)|gateway)/' },
      to: { path: '^(services|gateway)/', pathNot: ['^$2/', '^$1/'] },
    },
    {
      name: 'packages-know-no-service',
      severity: 'error',
      // `local` starts the services and `bench` measures them; both do so as processes, and share no code with them.
      from: { path: '^packages/' },
      to: { path: '^(services|gateway)/' },
    },
    {
      name: 'pages-come-built',
      severity: 'error',
      // A service sends what `web` has built (docs/adr/0096); its components are for browsers and the bundler.
      from: { path: '^(services|gateway|packages/pages)/' },
      to: { path: '^packages/web/' },
    },
    {
      name: 'public-pages-without-the-console',
      severity: 'error',
      // A visitor of a shared page loads no code of who is signed in; type-only imports load nothing.
      from: { path: '^packages/web/src/public/' },
      to: {
        path: '^packages/web/src/(app|main|commands/|menu/|screens/|session/)',
        reachable: true,
      },
    },
    {
      name: 'errors-imports-nothing',
      severity: 'error',
      from: { path: '^packages/errors/src/' },
      to: { pathNot: '^packages/errors/src/' },
    },
    {
      name: 'testing-is-for-tests',
      severity: 'error',
      from: { path: '/src/', pathNot: '^packages/(testing|bench|faults)/' },
      to: { path: '^packages/testing/' },
    },
    {
      name: 'express-only-at-the-edge',
      severity: 'error',
      from: {
        path: '/src/',
        pathNot: ['-router\\.ts$', '/app\\.ts$', '^gateway/', '^packages/(http|bench|testing)/'],
      },
      to: { path: 'node_modules/(express|@types/express)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'knex-only-in-stores',
      severity: 'error',
      from: { path: '/src/', pathNot: ['-store\\.ts$', '^packages/(database|testing|bench)/'] },
      to: { path: 'node_modules/knex/' },
    },
    {
      name: 'bullmq-only-in-queues',
      severity: 'error',
      from: { path: '/src/', pathNot: ['-queue\\.ts$', '/worker\\.ts$', '^packages/queue/'] },
      to: { path: 'node_modules/bullmq/' },
    },
    {
      name: 'schema-knows-no-service',
      severity: 'error',
      from: { path: `${service}.*-schema\\.ts$` },
      to: { path: '-(service|store|router)\\.ts$' },
    },
    {
      name: 'service-knows-no-router',
      severity: 'error',
      from: { path: `${service}.*-service\\.ts$` },
      to: { path: '-router\\.ts$' },
    },
    {
      name: 'service-knows-stores-by-type-only',
      severity: 'error',
      from: { path: `${service}.*-service\\.ts$` },
      to: { path: '-store\\.ts$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'store-knows-no-use-case',
      severity: 'error',
      from: { path: `${service}.*-store\\.ts$` },
      to: { path: '-(service|router)\\.ts$' },
    },
    {
      name: 'only-app-wires-features',
      severity: 'error',
      from: { path: `^${service}([^/]+)/.*-router\\.ts$` },
      to: {
        path: `^services/$1/src/[^/]+/.*-(router|store)\\.ts$`,
        pathNot: `^services/$1/src/$2/`,
        dependencyTypesNot: ['type-only'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '/node_modules/.*/node_modules/' },
    tsPreCompilationDeps: true,
    detectJSDocImports: false,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
};
