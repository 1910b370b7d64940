import type { Output } from '@platform/client';

import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useRemoval } from '../../loading/use-removal.ts';
import { may } from '../../session/session.ts';
import { platform } from '../../session/platform.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Table } from '../../ui/table.tsx';
import { AddFunnel } from './add-funnel.tsx';

type Funnel = Output<'websites.funnels.list'>[number];

const Steps = ({ funnel }: { funnel: Funnel }) => {
  const t = texts();
  const began = funnel.steps[0]?.visitors ?? 0;
  return (
    <Table
      label={funnel.name}
      heads={[t.website.step, t.websites.visitors, t.website.share, t.website.dropOff]}
    >
      {funnel.steps.map((step, index) => (
        <tr key={index}>
          <td>{step.name}</td>
          <td>{formatNumber(step.visitors)}</td>
          <td>
            {step.visitors > 0 && <span class="bar" style={{ width: `${(100 * step.visitors) / began}%` }} />}
            {began === 0 ? '–' : formatShare(step.visitors / began)}
          </td>
          <td>{formatNumber(step.drop_off)}</td>
        </tr>
      ))}
    </Table>
  );
};

/** A website's funnels: how many visitors go how far. */
export const WebsiteFunnels = ({ id }: { id: number }) => {
  const t = texts().website;
  const loaded = useLoad(`funnels ${id}`, () => platform.websites.funnels.list(id));
  const removal = useRemoval((funnel: number) => platform.websites.funnels.delete(id, funnel));
  return (
    <>
      {may('websites:write') && <AddFunnel id={id} onAdded={loaded.reload} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.noFunnels}>
        {(funnels) =>
          funnels.map((funnel) => (
            <section key={funnel.id}>
              <div class="heading">
                <h2>{funnel.name}</h2>
                {may('websites:write') && (
                  <RemoveButton
                    name={funnel.name}
                    onRemove={() => {
                      removal.remove(funnel.id, funnel.name);
                    }}
                  />
                )}
              </div>
              <Steps funnel={funnel} />
            </section>
          ))
        }
      </Listing>
    </>
  );
};
