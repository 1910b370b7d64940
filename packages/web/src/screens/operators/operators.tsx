import type { Output } from '@platform/client';
import { useRef } from 'preact/hooks';

import { formatClock, formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { usePoll } from '../../loading/timing.ts';
import { platform } from '../../session/platform.ts';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../screen.tsx';

const CHECK_LOOKS = { ok: 'good', warning: 'warn', failed: 'failed' } as const;

/**
 * Needs of the platform and unsafe settings, each with its cure, as `npm run doctor` prints them.
 */
const Checks = () => {
  const t = texts().operators;
  const { data, error, reload } = useLoad('status-checks', () => platform.status.check());
  return (
    <section>
      <h2>{t.checks}</h2>
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {data && (
        <>
          <Table label={t.checks} heads={[t.check, t.state, t.found]}>
            {data.checks.map(({ check, status, message, remedy }) => (
              <tr key={message}>
                <td>{t.checkNames[check]}</td>
                <td>
                  <span class={`badge ${CHECK_LOOKS[status]}`}>{t.checkStates[status]}</span>
                </td>
                <td>
                  {message}
                  {remedy !== null && <p class="quiet">{remedy}</p>}
                </td>
              </tr>
            ))}
          </Table>
          <button type="button" class="secondary" onClick={reload}>
            {t.examineAgain}
          </button>
        </>
      )}
    </section>
  );
};

type Instance = Output<'status.show'>['instances'][number];

const INSTANCE_LOOKS = {
  ok: 'good',
  degraded: 'warn',
  unavailable: 'failed',
  unreachable: 'failed',
} as const;
const NOTHING = '–';

const State = ({ instance: { status, failing, degraded, circuit } }: { instance: Instance }) => {
  const t = texts().operators;
  const missing = [...failing, ...degraded];
  return (
    <>
      <span class={`badge ${INSTANCE_LOOKS[status]}`}>{t.instanceStates[status]}</span>
      {circuit !== null && circuit !== 'closed' && (
        <p class="quiet">
          {t.circuit}: {t.circuits[circuit]}
        </p>
      )}
      {missing.length > 0 && <p class="quiet">{t.missing(missing.join(', '))}</p>}
    </>
  );
};

/** The gateway and every instance of the services: whether each is well, and what it runs. */
const Processes = ({ instances }: { instances: readonly Instance[] }) => {
  const t = texts().operators;
  const heads = [t.area, t.state, { title: t.pending, isNumber: true }, t.version, t.schema, t.since];
  return (
    <section>
      <h2>{t.processes}</h2>
      <Table label={t.processes} heads={heads}>
        {instances.map((instance) => (
          <tr key={`${instance.area} ${instance.address ?? ''}`}>
            <td class="whole">
              {instance.area} <span class="quiet">{instance.address ?? t.thisGateway}</span>
            </td>
            <td>
              <State instance={instance} />
            </td>
            <td>{instance.pending === null ? NOTHING : formatNumber(instance.pending)}</td>
            <td class="whole">
              {instance.version ?? NOTHING}{' '}
              {instance.node !== null && <span class="quiet">Node.js {instance.node}</span>}
            </td>
            <td>{instance.schema ?? NOTHING}</td>
            <td class="whole">{instance.started_at === null ? NOTHING : formatTime(instance.started_at)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
};

type Queue = Output<'status.show'>['queues'][number];

/** `2 × 0.2.0`: how many processes run which version. */
const versionsOf = (workers: NonNullable<Queue['workers']>): string => {
  const counts = new Map<string, number>();
  for (const { version } of workers) counts.set(version ?? '?', (counts.get(version ?? '?') ?? 0) + 1);
  return [...counts].map(([version, count]) => `${formatNumber(count)} × ${version}`).join(', ');
};

const Workers = ({ queue: { waiting, workers } }: { queue: Queue }) => {
  const t = texts().operators;
  if (workers === null)
    return <>{waiting === null ? <span class="badge failed">{t.unreadable}</span> : '–'}</>;
  if (workers.length === 0) return <span class="badge failed">{t.noWorker}</span>;
  return <>{versionsOf(workers)}</>;
};

const Count = ({ of }: { of: number | null }) => (
  <td class="number">{of === null ? '–' : formatNumber(of)}</td>
);

/** Shows the waiting background jobs, and the workers that do them. */
const Queues = ({ queues }: { queues: readonly Queue[] }) => {
  const t = texts().operators;
  return (
    <section>
      <h2>{t.queues}</h2>
      {queues.length === 0 ? (
        <p class="empty">{t.noQueues}</p>
      ) : (
        <Table
          label={t.queues}
          heads={[
            t.queue,
            t.area,
            { title: t.waiting, isNumber: true },
            { title: t.active, isNumber: true },
            { title: t.delayed, isNumber: true },
            t.workers,
          ]}
        >
          {queues.map((queue) => (
            <tr key={`${queue.area} ${queue.name}`}>
              <td>{queue.name}</td>
              <td>{queue.area}</td>
              <Count of={queue.waiting} />
              <Count of={queue.active} />
              <Count of={queue.delayed} />
              <td>
                <Workers queue={queue} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </section>
  );
};

const EVERY_MILLISECONDS = 5_000;
const LOOKS = { ok: 'good', degraded: 'warn', down: 'failed' } as const;

/** How the platform is: health of services, queues, versions. Asks again by itself. */
const Operators = () => {
  const t = texts().operators;
  const { data, error, reload } = useLoad('status', () => platform.status.show());
  usePoll(true, reload, EVERY_MILLISECONDS);
  // Keeps the last data on the screen while the gateway doesn't answer.
  const last = useRef(data);
  last.current = data ?? last.current;
  const shown = last.current;
  return (
    <>
      <Heading title={t.title} />
      <Problem error={error} retry={reload} />
      {!shown && error === undefined && <Skeleton />}
      {shown && (
        <>
          <p class="result">
            <span class={`badge ${LOOKS[shown.status]}`} role="status">
              {t.states[shown.status]}
            </span>
            <span class="quiet">{t.asOf(formatClock(shown.checked_at))}</span>
          </p>
          <Checks />
          <Processes instances={shown.instances} />
          <Queues queues={shown.queues} />
        </>
      )}
    </>
  );
};

export default Operators;
