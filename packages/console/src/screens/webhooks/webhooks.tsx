import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useRemoval } from '../../loading/use-removal.ts';
import { platform } from '../../session/platform.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { MakeWebhook } from './make-webhook.tsx';
import { WebhookState } from './webhook-state.tsx';

/** All webhooks: make one, see whether it works, delete one. */
const Webhooks = () => {
  const t = texts();
  const loaded = useLoad('webhooks', () => platform.webhooks.list().all());
  const removal = useRemoval((id: string) => platform.webhooks.delete(id));
  return (
    <>
      <Heading title={t.webhooks.title} />
      <MakeWebhook onMade={loaded.reload} />
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.webhooks.empty}>
        {(webhooks) => (
          <Table label={t.webhooks.title} heads={[t.webhooks.url, t.webhooks.events, t.webhooks.state, '']}>
            {webhooks.map((webhook) => (
              <tr key={webhook.id}>
                <td>
                  <a href={`/console/webhooks/${webhook.id}`}>{webhook.url}</a>
                  {webhook.description !== null && <p class="quiet">{webhook.description}</p>}
                </td>
                <td>{webhook.events.join(', ')}</td>
                <td>
                  <WebhookState webhook={webhook} />
                </td>
                <td class="actions">
                  <RemoveButton
                    name={webhook.url}
                    onRemove={() => {
                      removal.remove(webhook.id, webhook.url);
                    }}
                  />
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </>
  );
};

export default Webhooks;
