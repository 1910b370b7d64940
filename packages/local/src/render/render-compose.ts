import { BEHIND_GATEWAY, folderOf, processRows, SERVICE_NAMES } from '../services.ts';
import type { ProcessRow, ServiceName } from '../services.ts';
import { fileOf, IN_FILES, migrationVariables, openSettings, portOf, readersOf } from './process-settings.ts';
import type { Declared } from './process-settings.ts';

/** Where the gateway serves its metrics, which the port for visitors doesn't. */
const METRICS_PORT = '9464';

/** Secrets that the platform makes or takes by another name. */
const MADE = ['DATABASE_URL', 'REDIS_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'CREDENTIALS_KEY'];

const passwordOf = (service: ServiceName): string => `${service.toUpperCase()}_DB_PASSWORD`;

/** The secrets that an operator may give, by their variables, and that only their readers get. */
const givenSecrets = (): string[] => IN_FILES.filter((setting) => !MADE.includes(setting));

/** `deploy/compose/settings.env`, which every process gets. */
export const renderSettings = (declared: Declared): string => {
  const names = processRows().map(({ name }) => name);
  const values: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      BEHIND_GATEWAY.map((name) => [
        `${name.toUpperCase()}_URL`,
        `http://${name}:${portOf(declared, name) ?? ''}`,
      ]),
    ),
    IDENTITY_PUBLIC_KEY: `http://gateway:${portOf(declared, 'gateway') ?? ''}/.well-known/jwks.json`,
    MAIL_FOLDER: '/data/mail',
    RENDERER_FOLDER: '/run/renderer',
    METRICS_PORT,
  };
  return `# Written by \`npm run render\`. Every process of docker-compose.yml gets this, and reads what it knows.

# Where things are inside.
${Object.entries(values)
  .map(([name, value]) => `${name}=${value}`)
  .join('\n')}

# Secrets, and what depends on the process: deploy/compose/secrets.sh writes these files.
${IN_FILES.map((name) => `${name}_FILE=/secrets/${fileOf(name)}`).join('\n')}

# What may be set, in the environment or in .env: a name alone passes its value on (docs/settings.md).
${openSettings(declared, names).join('\n')}
`;
};

/** `deploy/compose/secrets.env`: what the job \`secrets\` may be given, by variables. */
export const renderSecrets =
  (): string => `# Written by \`npm run render\`. The job \`secrets\` of docker-compose.yml gets these, if they are set, and no process does.
PORT
PUBLIC_URL
TRUST_PROXY
POSTGRES_PASSWORD
${SERVICE_NAMES.map(passwordOf).join('\n')}
REDIS_PASSWORD
GRAFANA_PASSWORD
CREDENTIALS_KEY
${givenSecrets().join('\n')}
`;

/** The regions of `deploy/compose/secrets.sh`. */
export const secretsRegions = (declared: Declared): Record<string, string[]> => ({
  services: [
    `services='${SERVICE_NAMES.join(' ')}'`,
    `redis_readers='${readersOf(declared, 'REDIS_URL').join(' ')}'`,
    `credentials_readers='${readersOf(declared, 'CREDENTIALS_KEY').join(' ')}'`,
  ],
  given: givenSecrets().map((setting) => {
    const readers = [...readersOf(declared, setting), ...(setting in migrationVariables ? ['migrate'] : [])];
    return `pass ${fileOf(setting)} "\${${setting}:-}" '${readers.join(' ')}'`;
  }),
});

/** `services/<name>/settings.env`: what its own compose file passes on. */
export const renderServiceSettings = (declared: Declared, service: ServiceName): string => {
  const names = processRows()
    .filter((row) => row.service === service)
    .map(({ name }) => name);
  const secrets = ['REDIS_URL', 'CREDENTIALS_KEY', ...givenSecrets()].filter((setting) =>
    readersOf(declared, setting).includes(service),
  );
  const settings = [...openSettings(declared, names), ...secrets.flatMap((name) => [name, `${name}_FILE`])];
  return `# Written by \`npm run render\`. What may be set for ${folderOf(service)}/compose.yml: a name alone passes its value on.
TRUST_PROXY
${settings.join('\n')}
`;
};

/** A process as a service of `docker-compose.yml`. */
const renderProcess = (
  {
    name,
    service,
    script,
    networks,
    fixed,
    volumes = [],
    memory,
    container = [],
  }: ProcessRow & { name: string },
  { port, version, parent }: { port: number | undefined; version: string; parent: string | undefined },
): string[] => {
  const isService = name === service;
  const hasNetwork = networks.length > 0;
  const environment = { ...(isService ? {} : { PORT: String(port) }), ...fixed };
  const pairs = Object.entries(environment).map(([key, value]) => `${key}: '${value}'`);
  const mounts = [...(hasNetwork ? [`${service}-secrets:/secrets:ro`] : []), ...volumes];
  return [
    isService && parent === name ? `${name}: &${name}` : `${name}:`,
    ...(parent === undefined || parent === name
      ? [
          '  <<: *process',
          `  image: platform-${service}:\${PLATFORM_VERSION:-${version}}`,
          `  build: { <<: *build, dockerfile: ${folderOf(service)}/Dockerfile }`,
        ]
      : [`  <<: *${parent}`]),
    ...(isService ? [] : [`  command: [node, ${script}]`]),
    ...(pairs.length > 0 ? [`  environment: { ${pairs.join(', ')} }`] : []),
    ...(memory ? [`  mem_limit: \${${memory[0]}:-${memory[1]}}`] : []),
    ...(name === 'gateway' ? [`  ports: ['\${BIND:-0.0.0.0}:\${PORT:-8080}:${port ?? ''}']`] : []),
    // The check of an image is its service's own; the gateway's asks the services behind it, too.
    ...(service === 'gateway' && !isService
      ? ['  healthcheck: { test: [CMD, node, src/health-check.ts, alone] }']
      : []),
    ...container.map((line) => `  ${line}`),
    `  volumes: [${mounts.map((mount) => `'${mount}'`).join(', ')}]`,
    hasNetwork ? `  networks: [${networks.join(', ')}]` : '  network_mode: none',
  ];
};

const ended = (name: string, condition = 'completed_successfully'): string =>
  `depends_on: { ${name}: { condition: service_${condition} } }`;

/** The services of `docker-compose.yml` that aren't processes of the platform, which come first. */
const renderOthers = (version: string): string[] => [
  '# Makes passwords on the first start, and gives each process its own in a volume.',
  'secrets:',
  '  extends: { file: deploy/compose/databases.yml, service: secrets }',
  '  volumes:',
  // Here, because a relative folder is meant from here.
  '    - ${SECRETS_FOLDER:-given}:/given:ro',
  ...SERVICE_NAMES.map((name) => `    - ${name}-secrets:/secrets/${name}`),
  'postgres:',
  '  extends: { file: deploy/compose/databases.yml, service: postgres }',
  `  ${ended('secrets')}`,
  'redis:',
  '  extends: { file: deploy/compose/databases.yml, service: redis }',
  `  ${ended('secrets')}`,
  '# Makes the roles and schemas of all services, and brings them up to date.',
  'migrate:',
  '  <<: *process',
  `  image: platform-migrate:\${PLATFORM_VERSION:-${version}}`,
  '  build: { <<: *build, dockerfile: deploy/images/migrate.Dockerfile }',
  "  restart: 'no'",
  "  volumes: ['migrate-secrets:/secrets:ro']",
  '  networks: [inside]',
  `  ${ended('postgres', 'healthy')}`,
];

/** The region of `docker-compose.yml`, which is all but its anchors. */
export const composeRegions = (declared: Declared, version: string): Record<string, string[]> => {
  const rows = processRows();
  const processes = rows.flatMap((row, index) => {
    const workers = rows.slice(index + 1).filter(({ service }) => service === row.name);
    const isAfterService = rows.slice(0, index).some(({ name }) => name === row.service);
    // A process without a network must not inherit one.
    const parent =
      row.networks.length > 0 && (isAfterService || workers.length > 0) ? row.service : undefined;
    return renderProcess(row, { port: portOf(declared, row.name), version, parent });
  });
  const outside = [...new Set(rows.flatMap(({ networks }) => networks))].filter(
    (name) => !['inside', 'fetching'].includes(name),
  );
  const mounted = rows.flatMap(({ volumes = [] }) =>
    volumes.flatMap((volume) => /^(?:\$\{\w+:-)?([\w-]+)/.exec(volume)?.[1] ?? []),
  );
  const volumes = [
    ...[
      'postgres-data',
      'redis-data',
      'given',
      'secrets',
      'postgres-secrets',
      'redis-secrets',
      'migrate-secrets',
    ],
    ...SERVICE_NAMES.map((name) => `${name}-secrets`),
    ...new Set(mounted),
  ];
  const internal = ['inside', 'fetching'].map((name) => `${name}: { internal: true }`);
  return {
    services: [
      'services:',
      ...[...renderOthers(version), ...processes].map((line) => `  ${line}`),
      '',
      '# The worker that fetches pages of strangers shares one with the databases only. The others lead outside.',
      '# prettier-ignore',
      ...wrap('networks', [...internal, ...outside.map((name) => `${name}: {}`)]),
      '# prettier-ignore',
      ...wrap(
        'volumes',
        volumes.map((name) => `${name}: {}`),
      ),
    ],
  };
};

const WIDTH = 118;

/** A mapping in flow style, on as few lines as it takes. */
const wrap = (name: string, entries: readonly string[]): string[] => {
  const lines = [`${name}: {`];
  for (const [index, entry] of entries.entries()) {
    const text = `${entry}${index === entries.length - 1 ? ' }' : ','}`;
    const last = lines.at(-1) ?? '';
    if (last.length + text.length < WIDTH) lines[lines.length - 1] = `${last} ${text}`;
    else lines.push(`  ${text}`);
  }
  return lines;
};

/** The regions of `deploy/monitoring/prometheus.yml`: what serves metrics, and where. */
export const prometheusRegions = (declared: Declared): Record<string, string[]> => ({
  processes: processRows()
    .filter(({ networks }) => networks.length > 0)
    .map(({ name }) => {
      const port = name === 'gateway' ? METRICS_PORT : String(portOf(declared, name));
      return `- { names: [${name}], type: A, port: ${port}, refresh_interval: 15s }`;
    }),
});
