import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';

const LOOKS = { ok: 'good', warning: 'warn', failed: 'failed' } as const;

/**
 * Needs of the platform and unsafe settings, each with its cure, as `npm run doctor` prints them.
 */
export const Checks = () => {
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
                  <span class={`badge ${LOOKS[status]}`}>{t.checkStates[status]}</span>
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
