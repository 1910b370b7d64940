import type { Output } from '@platform/client';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useRemoval } from '../../loading/use-removal.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Table } from '../../ui/table.tsx';
import { AddAlert } from './add-alert.tsx';

type Alert = Output<'websites.alerts.list'>[number];

const conditionOf = (alert: Alert): string => {
  const t = texts().website;
  if (alert.type === 'spike') return t.spikeOf(alert.threshold ?? 0);
  if (alert.type === 'silence') return t.silenceOf(alert.hours ?? 0);
  return t.goalOf(alert.threshold ?? 1, alert.period ?? 'day');
};

/** What a website tells people by e-mail when it happens. */
export const WebsiteAlerts = ({ id }: { id: number }) => {
  const t = texts();
  const loaded = useLoad(`alerts ${id}`, () => platform.websites.alerts.list(id));
  const removal = useRemoval((alert: number) => platform.websites.alerts.delete(id, alert));
  return (
    <>
      {may('websites:write') && <AddAlert id={id} onAdded={loaded.reload} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.website.noAlerts}>
        {(alerts) => (
          <Table
            label={t.website.tabs.alerts}
            heads={[t.websites.goalName, t.website.condition, t.website.goesTo, t.website.lastTold, '']}
          >
            {alerts.map((alert) => (
              <tr key={alert.id}>
                <td>{alert.name}</td>
                <td>{conditionOf(alert)}</td>
                <td>{alert.goes_to.length === 0 ? t.website.nobody : alert.goes_to.join(', ')}</td>
                <td>{alert.last_told_at ? formatTime(alert.last_told_at) : t.never}</td>
                <td class="actions">
                  {may('websites:write') && (
                    <RemoveButton
                      name={alert.name}
                      onRemove={() => {
                        removal.remove(alert.id, alert.name);
                      }}
                    />
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </>
  );
};
