import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Select } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { useFilters } from '../use-filters.ts';

const DAY_MILLISECONDS = 86_400_000;
const PERIODS = ['7', '30', '90'];

const dayBefore = (days: number): string =>
  new Date(Date.now() - (days - 1) * DAY_MILLISECONDS).toISOString().slice(0, 10);

/** What was sent and not counted, by reason. */
export const WebsiteDrops = ({ id }: { id: number }) => {
  const t = texts().website;
  const { filter, setFilter } = useFilters();
  const days = PERIODS.find((one) => one === filter('days')) ?? '30';
  const loaded = useLoad(`drops ${id} ${days}`, async () => {
    const { totals } = await platform.websites.drops(id, { from: dayBefore(Number(days)) });
    return Object.entries(totals).sort(([, a], [, b]) => b - a);
  });
  const names: Readonly<Record<string, string>> = t.dropReasons;
  return (
    <>
      <Select
        label={t.period}
        chosen={days}
        options={PERIODS.map((one) => [one, t.lastDays(Number(one))])}
        onChange={(event) => {
          setFilter('days', event.currentTarget.value);
        }}
      />
      <Listing loaded={loaded} empty={t.noDrops}>
        {(totals) => (
          <Table label={t.tabs.drops} heads={[t.reason, t.requests]}>
            {totals.map(([reason, count]) => (
              <tr key={reason}>
                <td>{names[reason] ?? reason}</td>
                <td>{formatNumber(count)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </>
  );
};
