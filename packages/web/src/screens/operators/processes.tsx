import type { Output } from '@platform/client';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Table } from '../../ui/table.tsx';

type Instance = Output<'status.show'>['instances'][number];

const LOOKS = { ok: 'good', degraded: 'warn', unavailable: 'failed', unreachable: 'failed' } as const;
const NOTHING = '–';

const State = ({ instance: { status, failing, degraded } }: { instance: Instance }) => {
  const t = texts().operators;
  const missing = [...failing, ...degraded];
  return (
    <>
      <span class={`badge ${LOOKS[status]}`}>{t.instanceStates[status]}</span>
      {missing.length > 0 && <p class="quiet">{t.missing(missing.join(', '))}</p>}
    </>
  );
};

/** The gateway and every instance of the services: whether each is well, and what it runs. */
export const Processes = ({ instances }: { instances: readonly Instance[] }) => {
  const t = texts().operators;
  const heads = [t.area, t.address, t.state, t.circuit, t.pending, t.version, 'Node.js', t.schema, t.since];
  return (
    <section>
      <h2>{t.processes}</h2>
      <Table label={t.processes} heads={heads}>
        {instances.map((instance) => (
          <tr key={`${instance.area} ${instance.address ?? ''}`}>
            <td>{instance.area}</td>
            <td>{instance.address ?? t.thisGateway}</td>
            <td>
              <State instance={instance} />
            </td>
            <td>{instance.circuit === null ? NOTHING : t.circuits[instance.circuit]}</td>
            <td class="number">{instance.pending === null ? NOTHING : formatNumber(instance.pending)}</td>
            <td>{instance.version ?? NOTHING}</td>
            <td>{instance.node ?? NOTHING}</td>
            <td>{instance.schema ?? NOTHING}</td>
            <td>{instance.started_at === null ? NOTHING : formatTime(instance.started_at)}</td>
          </tr>
        ))}
      </Table>
    </section>
  );
};
