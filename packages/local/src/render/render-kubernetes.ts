import { BEHIND_GATEWAY, processRows, SERVICE_NAMES } from '../services.ts';
import type { ProcessName, ProcessRow, ServiceName } from '../services.ts';
import { fileOf, portOf, readersOf } from './process-settings.ts';
import type { Declared } from './process-settings.ts';

/** The first line of a whole file. */
export const BY = '# Written by `npm run render`, from the table in packages/local/src/services.ts.';

type Named = ProcessRow & { readonly name: ProcessName };

/** Ports of pods beside the one named `http`. */
const METRICS_PORT = 9090;
const TASKS_PORT = 8089;
const PROXY_PORT = 8088;

/** Secrets that a pod starts without: what needs them is refused, or done otherwise. */
const OPTIONAL: Readonly<Record<string, string>> = {
  CREDENTIALS_KEY: 'Without it credentials of staging sites are refused.',
};

interface Port {
  readonly name: string;
  readonly port: number;
}

const portsOf = (declared: Declared, { name }: Named): Port[] => {
  const http = { name: 'http', port: portOf(declared, name) ?? 0 };
  if (name === 'gateway') return [http, { name: 'metrics', port: METRICS_PORT }];
  if (name === 'reports-renderer') return [http, { name: 'tasks', port: TASKS_PORT }];
  if (name === 'reports-worker') return [http, { name: 'proxy', port: PROXY_PORT }];
  return [http];
};

/** The variables of a pod, in an order that groups what belongs together. */
const variablesOf = (declared: Declared, row: Named): string[] => {
  const { name, service } = row;
  const known = declared[name];
  const values: Record<string, string> = { PORT: String(portOf(declared, name)) };
  if (name === 'gateway') values['METRICS_PORT'] = String(METRICS_PORT);
  // The ingress controller is a proxy, and the gateway is another.
  if ('TRUST_PROXY' in known && name !== 'gateway') values['TRUST_PROXY'] = '2';
  for (const area of BEHIND_GATEWAY)
    if (`${area.toUpperCase()}_URL` in known)
      values[`${area.toUpperCase()}_URL`] = `http://${area}:${portOf(declared, area) ?? ''}`;
  if ('IDENTITY_PUBLIC_KEY' in known)
    values['IDENTITY_PUBLIC_KEY'] =
      `http://gateway:${portOf(declared, 'gateway') ?? ''}/.well-known/jwks.json`;
  if (name === 'reports') values['GENERATION_CONCURRENCY'] = '0';
  if ('RENDERER_URL' in known) values['RENDERER_URL'] = `http://reports-renderer:${TASKS_PORT}`;
  if ('MAIL_FOLDER' in known) values['MAIL_FOLDER'] = '/tmp/mail';
  for (const setting of ['DATABASE_URL', 'REDIS_URL'])
    if (setting in known) values[`${setting}_FILE`] = `/secrets/${fileOf(setting)}`;
  return [
    ...Object.entries(values).map(([key, value]) => `- { name: ${key}, value: '${value}' }`),
    ...Object.entries(OPTIONAL).flatMap(([key, why]) =>
      key in known
        ? [
            `# ${why}`,
            `- name: ${key}`,
            `  valueFrom: { secretKeyRef: { name: ${service}, key: ${fileOf(key)}, optional: true } }`,
          ]
        : [],
    ),
  ];
};

/** The part of a pod that jobs and deployments share. */
const SECURITY = `      automountServiceAccountToken: false
      enableServiceLinks: false
      securityContext:
        runAsNonRoot: true
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }`;
const CONTAINED = `          securityContext:
            allowPrivilegeEscalation: false
            readOnlyRootFilesystem: true
            capabilities: { drop: [ALL] }`;

const volumesOf = (secret: string | undefined, temporary: string) => ({
  mounts: [
    ...(secret === undefined ? [] : ['- { name: secrets, mountPath: /secrets, readOnly: true }']),
    '- { name: tmp, mountPath: /tmp }',
  ],
  volumes: [
    ...(secret === undefined
      ? []
      : ['- name: secrets', `  secret: { secretName: ${secret}, defaultMode: 0440 }`]),
    '- name: tmp',
    `  emptyDir: { sizeLimit: ${temporary} }`,
  ],
});

/** Lines as a text, indented by as many spaces. */
export const indent = (lines: readonly string[], by: number): string =>
  lines.map((line) => `${' '.repeat(by)}${line}`).join('\n');

const isContained = ({ name }: Named): boolean => name === 'reports-renderer';

const labelsOf = (name: string): string =>
  `app.kubernetes.io/name: ${name}, app.kubernetes.io/part-of: platform`;

/** The deployment of a process, with its service, disruption budget and autoscaler. */
export const renderDeployment = (declared: Declared, row: Named): string => {
  const { name, service, script, pod } = row;
  const ports = portsOf(declared, row);
  const role = name === service ? 'service' : 'worker';
  const { mounts, volumes } = volumesOf(isContained(row) ? undefined : service, pod.temporary);
  return `${BY}
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
  labels: { ${labelsOf(name)} }
spec:
  selector:
    matchLabels: { app.kubernetes.io/name: ${name} }
  strategy:
    type: RollingUpdate
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 }
  template:
    metadata:
      labels:
        app.kubernetes.io/name: ${name}
        app.kubernetes.io/part-of: platform
        platform/role: ${role}
    spec:
${SECURITY}
      # More than the 25 s in which it ends by itself, DRAIN_SECONDS included.
      terminationGracePeriodSeconds: 60
      topologySpreadConstraints:
        - maxSkew: 1
          topologyKey: kubernetes.io/hostname
          whenUnsatisfiable: ScheduleAnyway
          labelSelector:
            matchLabels: { app.kubernetes.io/name: ${name} }
      containers:
        - name: ${name}
          image: platform-${service}
${name === service ? '' : `          command: [node, ${script}]\n`}          envFrom:
            - configMapRef: { name: platform-settings }
          env:
${indent(variablesOf(declared, row), 12)}
          ports:
${indent(
  ports.map((port) => `- { name: ${port.name}, containerPort: ${port.port} }`),
  12,
)}
          startupProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 2
            failureThreshold: 60
          readinessProbe:
            httpGet: { path: /health/ready, port: http }
            periodSeconds: 5
            timeoutSeconds: 3
          livenessProbe:
            httpGet: { path: /health/live, port: http }
            periodSeconds: 10
            timeoutSeconds: 5
            failureThreshold: 6
          resources:
            requests: { cpu: ${pod.cpu}, memory: ${pod.asks} }
            limits: { memory: ${pod.limit} }
${CONTAINED}
          volumeMounts:
${indent(mounts, 12)}
      volumes:
${indent(volumes, 8)}
---
apiVersion: v1
kind: Service
metadata:
  name: ${name}
  labels: { ${labelsOf(name)} }
spec:
  selector: { app.kubernetes.io/name: ${name} }
  ports:
${indent(
  ports.map((port) => `- { name: ${port.name}, port: ${port.port}, targetPort: ${port.name} }`),
  4,
)}
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  name: ${name}
spec:
  # Rounded up: one of a few, and several of many.
  maxUnavailable: 25%
  selector:
    matchLabels: { app.kubernetes.io/name: ${name} }
---
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: ${name} }
  minReplicas: 2
  maxReplicas: 8
  metrics:
    - type: Resource
      resource:
        name: cpu
        target: { type: Utilization, averageUtilization: 70 }
`;
};

const renderJob = (service: ServiceName): string => {
  const { mounts, volumes } = volumesOf(service, '64Mi');
  return `apiVersion: batch/v1
kind: Job
metadata:
  name: ${service}-migrate
  labels: { ${labelsOf(`${service}-migrate`)} }
  annotations:
    argocd.argoproj.io/hook: PreSync
    argocd.argoproj.io/hook-delete-policy: BeforeHookCreation
spec:
  backoffLimit: 5
  activeDeadlineSeconds: 3600
  ttlSecondsAfterFinished: 86400
  template:
    metadata:
      labels: { ${labelsOf(`${service}-migrate`)} }
    spec:
${SECURITY}
      restartPolicy: OnFailure
      containers:
        - name: migrate
          image: platform-${service}
          command: [node, src/migrate.ts]
          env:
            - { name: DATABASE_URL_FILE, value: /secrets/database-url }
          resources:
            requests: { cpu: 100m, memory: 128Mi }
            limits: { memory: 512Mi }
${CONTAINED}
          volumeMounts:
${indent(mounts, 12)}
      volumes:
${indent(volumes, 8)}
`;
};

/** `migrations/jobs.yaml`: one job for each service. */
export const renderJobs = (): string => `${BY}\n${SERVICE_NAMES.map(renderJob).join('---\n')}`;

/** `components/monitoring/service-monitors.yaml`. */
export const renderMonitors = (): string =>
  `${BY}\n${processRows()
    .map(
      ({ name }) => `apiVersion: monitoring.coreos.com/v1
kind: ServiceMonitor
metadata:
  name: ${name}
spec:
  selector:
    matchLabels: { app.kubernetes.io/name: ${name} }
  endpoints:
    - { port: ${name === 'gateway' ? 'metrics' : 'http'}, path: /metrics, interval: 30s }
`,
    )
    .join('---\n')}`;

/** Settings that a service may get from secrets, beside those without which it doesn't start. */
const secretsOf = (declared: Declared, service: ServiceName): string[] =>
  ['DATABASE_URL', 'REDIS_URL', 'CREDENTIALS_KEY', 'SMTP_URL']
    .filter((setting) => readersOf(declared, setting).includes(service))
    .map(fileOf);

/** `components/external-secrets/external-secrets.yaml`: the secrets that pods read, from a store outside. */
export const renderExternalSecrets = (declared: Declared): string =>
  `${BY}\n${SERVICE_NAMES.map(
    (service) => `apiVersion: external-secrets.io/v1
kind: ExternalSecret
metadata:
  name: ${service}
spec:
  refreshInterval: 1h
  secretStoreRef: { kind: ClusterSecretStore, name: platform }
  target: { name: ${service} }
  data:
${indent(
  secretsOf(declared, service).map(
    (key) => `- { secretKey: ${key}, remoteRef: { key: platform/${service}, property: ${key} } }`,
  ),
  4,
)}
`,
  ).join('---\n')}`;

/** The regions of kustomizations: what is deployed, and which images. */
export const kustomizationRegions = (version: string) => {
  const images = [
    'images:',
    ...SERVICE_NAMES.map((name) => `  - { name: platform-${name}, newTag: ${version} }`),
  ];
  const scaled = processRows().filter(({ name, service }) => name === service);
  return {
    base: { processes: processRows().map(({ name }) => `- ${name}.yaml`), images },
    migrations: { images },
    singleMachine: { replicas: processRows().map(({ name }) => `- { name: ${name}, count: 1 }`) },
    production: {
      scaling: scaled.flatMap(({ name }) => [
        `- target: { kind: HorizontalPodAutoscaler, name: ${name} }`,
        '  patch: |',
        '    - { op: replace, path: /spec/minReplicas, value: 3 }',
        '    - { op: replace, path: /spec/maxReplicas, value: 20 }',
      ]),
    },
  };
};
