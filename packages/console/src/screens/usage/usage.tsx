import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Problem } from '../../ui/problem.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { Quotas } from './quotas.tsx';

/** The requests of each day by area, over all keys. */
const Usage = () => {
  const t = texts();
  const { data, error, reload } = useLoad('usage', () => platform.usage.list());
  const sums = new Map<string, { day: string; area: string; requests: number }>();
  for (const { day, area, requests } of data?.items ?? []) {
    const sum = sums.get(`${day} ${area}`) ?? { day, area, requests: 0 };
    sums.set(`${day} ${area}`, { ...sum, requests: sum.requests + requests });
  }
  const rows = [...sums.values()].sort((a, b) => b.day.localeCompare(a.day));
  return (
    <>
      <Heading title={t.usage.title} />
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {data && (
        <section>
          <h2>{t.usage.quotas}</h2>
          <Quotas quotas={data.quotas} />
        </section>
      )}
      {data && <h2>{t.usage.byDay}</h2>}
      {data && rows.length === 0 && <p class="empty">{t.usage.empty}</p>}
      {rows.length > 0 && (
        <Table label={t.usage.title} heads={[t.usage.day, t.usage.area, t.usage.requests]}>
          {rows.map(({ day, area, requests }) => (
            <tr key={`${day} ${area}`}>
              <td>{day}</td>
              <td>{area}</td>
              <td>{formatNumber(requests)}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
};

export default Usage;
