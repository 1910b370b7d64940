import type { Output } from '@platform/client';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Table } from '../../ui/table.tsx';

type Instance = Output<'status.show'>['instances'][number];

const LOOKS = { ok: 'good', degraded: 'warn', unavailable: 'failed', unreachable: 'failed' } as const;
const NOTHING = '–';

const State = ({ instance: { status, failing, degraded, circuit } }: { instance: Instance }) => {
  const t = texts().operators;
  const missing = [...failing, ...degraded];
  return (
    <>
      <span class={`badge ${LOOKS[status]}`}>{t.instanceStates[status]}</span>
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
export const Processes = ({ instances }: { instances: readonly Instance[] }) => {
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
