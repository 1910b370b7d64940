import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { platform } from '../../session/platform.ts';
import { Select } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Heading } from '../screen.tsx';
import { useFilters } from '../use-filters.ts';
import { Quotas } from './quotas.tsx';
import { UsageChart } from './usage-chart.tsx';
import type { UsageUnit } from './usage-chart.tsx';

const UNITS = ['requests', 'events', 'reports', 'exports'] as const satisfies readonly UsageUnit[];

/** This month's usage by day and area, over all keys, beside the quotas. */
const Usage = () => {
  const t = texts().usage;
  const { filter, setFilter } = useFilters();
  const unit = UNITS.find((one) => one === filter('unit')) ?? 'requests';
  const { data, error, reload } = useLoad('usage', () => platform.usage.list());
  return (
    <>
      <Heading title={t.title} />
      <Problem error={error} retry={reload} />
      {!data && error === undefined && <Skeleton />}
      {data && (
        <>
          <section>
            <h2>{t.quotas}</h2>
            <Quotas quotas={data.quotas} />
          </section>
          <section>
            <h2>{t.byDay}</h2>
            <Select
              label={t.unit}
              chosen={unit}
              options={UNITS.map((one) => [one, t.units[one]])}
              onChange={(event) => {
                setFilter('unit', event.currentTarget.value);
              }}
            />
            <UsageChart usage={data} unit={unit} />
          </section>
        </>
      )}
    </>
  );
};

export default Usage;
