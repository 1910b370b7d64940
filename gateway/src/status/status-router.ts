import { createRouter, endpoint, envelopeDialect, negotiateLanguage, ok } from '@platform/http';
import type { ApiRouter, ProcessStatus } from '@platform/http';
import { IDENTITY_HEADER, OPERATORS_SCOPE } from '@platform/identity';
import type { Caller, IdentitySigner } from '@platform/identity';
import { CHECKS, worstOf } from '@platform/runtime/doctor';
import type { Finding } from '@platform/runtime/doctor';
import Joi from 'joi';

import { calendarTime } from '../keys/keys-schema.ts';
import { SERVICE_AREAS } from '../routing-table.ts';
import { stateOf } from './status-service.ts';
import type { AskedInstance, Readiness, ShownInstance, ShownQueue, StatusService } from './status-service.ts';

const orNull = (schema: Joi.Schema): Joi.Schema => schema.allow(null).required();
const names = Joi.array().items(Joi.string()).required();
const count = orNull(Joi.number().integer().min(0));
const area = Joi.string()
  .valid('gateway', ...SERVICE_AREAS)
  .required();

const instance = Joi.object({
  area,
  address: orNull(Joi.string()),
  status: Joi.string().valid('ok', 'degraded', 'unavailable', 'unreachable').required(),
  circuit: orNull(Joi.string().valid('closed', 'half-open', 'open')),
  pending: count,
  failing: names,
  degraded: names,
  version: orNull(Joi.string()),
  node: orNull(Joi.string()),
  schema: orNull(Joi.string()),
  started_at: orNull(calendarTime),
}).meta({ component: 'Instance' });

const queue = Joi.object({
  area,
  name: Joi.string().required(),
  waiting: count,
  active: count,
  delayed: count,
  workers: orNull(
    Joi.array().items(
      Joi.object({ version: orNull(Joi.string()), node: orNull(Joi.string()) }).meta({ component: 'Worker' }),
    ),
  ),
}).meta({ component: 'Queue' });

/** The platform's state in responses. */
const statusResponse = Joi.object({
  status: Joi.string().valid('ok', 'degraded', 'down').required(),
  checked_at: calendarTime.required(),
  instances: Joi.array().items(instance).required(),
  queues: Joi.array().items(queue).required(),
}).meta({ component: 'PlatformStatus' });

const check = Joi.object({
  check: Joi.string()
    .valid(...CHECKS)
    .required(),
  status: Joi.string().valid('ok', 'warning', 'failed').required(),
  message: Joi.string().required(),
  remedy: orNull(Joi.string()),
}).meta({ component: 'Check' });

/** Findings of an examination of the platform. */
const examinationResponse = Joi.object({
  status: Joi.string().valid('ok', 'warning', 'failed').required(),
  checked_at: calendarTime.required(),
  checks: Joi.array().items(check).required(),
}).meta({ component: 'Examination' });

/** An operator looks at the page because something hangs: it must not hang with it. */
const TIMEOUT_MILLISECONDS = 2_000;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');

const read = async (url: URL, headers: Readonly<Record<string, string>>): Promise<Response> =>
  fetch(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS) });

const readReadiness = async (url: URL): Promise<Readiness> => {
  const answer = await read(url, {});
  const { failing, degraded } = (await answer.json().catch(() => ({}))) as Record<string, unknown>;
  if (answer.ok) return { failing: [], degraded: isTexts(degraded) ? degraded : [] };
  return { failing: isTexts(failing) ? failing : [`status ${answer.status}`], degraded: [] };
};

const readProcess = async (url: URL, identity: string): Promise<ProcessStatus | null> => {
  const answer = await read(url, { [IDENTITY_HEADER]: identity });
  return answer.ok ? ((await answer.json()) as ProcessStatus) : null;
};

/**
 * Asks an instance whether it is ready and what it runs. Never fails, and takes two seconds at most.
 * @param identity of an operator, for the instance's service
 */
const askInstance = async (address: string, identity: string): Promise<AskedInstance> => {
  const [readiness, process] = await Promise.allSettled([
    readReadiness(new URL('/health/ready', address)),
    readProcess(new URL('/status', address), identity),
  ]);
  return {
    readiness: readiness.status === 'fulfilled' ? readiness.value : null,
    process: process.status === 'fulfilled' ? process.value : null,
  };
};

interface StatusRouterDeps {
  status: StatusService;
  signer: Pick<IdentitySigner, 'sign'>;
  /** Examines the platform. @param otherVersions of all other processes */
  examine: (otherVersions: () => Promise<readonly string[]>) => Promise<readonly Finding[]>;
}

const TAG_DESCRIPTION = 'The state of the platform itself, for those who run it.';

const instanceJson = (instance: ShownInstance): Record<string, unknown> => {
  const { area, known, readiness, process } = instance;
  return {
    area,
    // Without what a URL may hold besides: a name and a password.
    address: known && new URL(known.url).origin,
    status: stateOf(instance),
    circuit: known?.circuit ?? null,
    pending: known?.pending ?? null,
    failing: readiness?.failing ?? [],
    degraded: readiness?.degraded ?? [],
    version: process?.version ?? null,
    node: process?.node ?? null,
    schema: process?.schema ?? null,
    started_at: process?.started_at ?? null,
  };
};

const queueJson = ({ area, name, state }: ShownQueue): Record<string, unknown> => ({
  area,
  name,
  waiting: state?.waiting ?? null,
  active: state?.active ?? null,
  delayed: state?.delayed ?? null,
  workers: state?.workers ?? null,
});

/** `/v1/status`: the health of services, queues, versions; `/v1/status/checks`: what else may be wrong. */
export const createStatusRouter = ({ status, signer, examine }: StatusRouterDeps): ApiRouter => {
  const readStatus = (caller: Caller) =>
    status.read(async (area, url) => askInstance(url, await signer.sign(caller, area)));
  let examining: Promise<readonly Finding[]> | undefined;
  /** One at a time, however many ask: it connects to every server. */
  const examination = (caller: Caller): Promise<readonly Finding[]> =>
    (examining ??= examine(async () => {
      const { instances, queues } = await readStatus(caller);
      return [
        ...instances.map(({ process }) => process?.version),
        ...queues.flatMap(({ state }) => (state?.workers ?? []).map(({ version }) => version)),
      ].filter((version) => typeof version === 'string');
    }).finally(() => (examining = undefined)));
  return createRouter(envelopeDialect, { name: 'Status', description: TAG_DESCRIPTION }, [
    endpoint({
      method: 'GET',
      path: '/status/checks',
      operationId: 'status.check',
      summary: 'Examine what the platform needs and what is unsafe',
      description:
        'As `npm run doctor`: whether PostgreSQL, Redis and the mail server can be reached, the clocks, the disk, the ' +
        'versions, and settings that are unsafe, each with what to do. As the gateway that answers sees it.',
      scope: OPERATORS_SCOPE,
      responses: { 200: { description: 'What was found', data: examinationResponse } },
      async handler({ caller, request, response }) {
        const language = negotiateLanguage(request, response);
        const findings = await examination(caller);
        return ok({
          status: worstOf(findings),
          checked_at: new Date().toISOString(),
          checks: findings.map(({ check, status: found, message, remedy }) => ({
            check,
            status: found,
            message: message[language],
            remedy: remedy && remedy[language],
          })),
        });
      },
    }),
    endpoint({
      method: 'GET',
      path: '/status',
      operationId: 'status.show',
      summary: 'Show the health of services, queues and versions',
      description:
        'What each process says about itself right now: an instance that takes longer than two seconds is ' +
        '`unreachable`. Of several gateways, the one that answers shows itself and its own view of the others. ' +
        'The scope is not part of `*`, as the answer is about all organisations: the command line gives it ' +
        "(`keys create --scopes '*,operators:read'`).",
      scope: OPERATORS_SCOPE,
      responses: { 200: { description: 'The state of the platform', data: statusResponse } },
      async handler({ caller }) {
        const { state, instances, queues } = await readStatus(caller);
        return ok({
          status: state,
          checked_at: new Date().toISOString(),
          instances: instances.map(instanceJson),
          queues: queues.map(queueJson),
        });
      },
    }),
  ]);
};
