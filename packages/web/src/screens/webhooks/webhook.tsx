import type { Item } from '@platform/client';
import { useLocation, useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Listing, useLoad, useLongList } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { usePoll } from '../../loading/timing.ts';
import { useAct } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { SecretOnce } from '../../ui/copy-button.tsx';
import { Problem } from '../../ui/problem.tsx';
import { Table } from '../../ui/table.tsx';
import { EditButton, EditDialog } from '../edit-dialog.tsx';
import { Heading, NoRecord } from '../screen.tsx';
import { WebhookFields, webhookIn, WebhookState } from './webhooks.tsx';

type Delivery = Item<'webhooks.deliveries.list'>;

const BADGES = { delivered: 'good', failed: 'failed', pending: 'pending' } as const;

const Attempts = ({ delivery }: { delivery: Delivery }) => {
  const t = texts().webhooks;
  return (
    <details>
      <summary>{t.attempts(delivery.attempts.length)}</summary>
      <ul>
        {delivery.attempts.map(({ at, status, error, milliseconds }) => (
          <li key={at}>
            {formatTime(at)}: {status ?? error ?? ''} ({milliseconds} ms)
          </li>
        ))}
      </ul>
      <pre tabIndex={0} aria-label={delivery.type}>
        {JSON.stringify(delivery.payload, null, 2)}
      </pre>
    </details>
  );
};

/** The newest deliveries of a webhook; each can be sent once more. */
export const Deliveries = ({ id }: { id: string }) => {
  const t = texts().webhooks;
  const { isBusy, act } = useAct();
  const loaded = useLongList(`deliveries ${id}`, () => platform.webhooks.deliveries.list(id));
  usePoll(loaded.data?.some(({ status }) => status === 'pending') === true, loaded.reload, 2_000);
  return (
    <section>
      <h2>{t.deliveries}</h2>
      <Listing loaded={loaded} empty={t.noDeliveries}>
        {(deliveries) => (
          <Table label={t.deliveries} heads={[t.time, t.event, t.state, t.tried, '']}>
            {deliveries.map((delivery) => (
              <tr key={delivery.id}>
                <td class="whole">{formatTime(delivery.created_at)}</td>
                <td>{delivery.type}</td>
                <td>
                  <span class={`badge ${BADGES[delivery.status]}`}>{t.states[delivery.status]}</span>
                </td>
                <td>
                  <Attempts delivery={delivery} />
                </td>
                <td class="actions">
                  <button
                    type="button"
                    data-once
                    disabled={isBusy}
                    aria-label={`${t.repeat}: ${delivery.type}, ${formatTime(delivery.created_at)}`}
                    onClick={() => {
                      act(async () => {
                        await platform.webhooks.deliveries.repeat(id, delivery.id);
                        loaded.reload();
                      });
                    }}
                  >
                    {t.repeat}
                  </button>
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
    </section>
  );
};

/** The old secret goes on being signed with for a day, so that receivers can change in peace. */
const GRACE_SECONDS = 86_400;

/** One webhook: switch it on and off, try it, change its secret, see and repeat its deliveries. */
const Webhook = () => {
  const t = texts().webhooks;
  const id = useRoute().params['id'] ?? '';
  const { data, error, reload } = useLoad(`webhook ${id}`, () => platform.webhooks.show(id));
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const [pings, setPings] = useState(0);
  const [isEdited, setEdited] = useState(false);
  const { route } = useLocation();
  const removal = useRemoval('webhooks', (one: string) => platform.webhooks.delete(one));
  const { isBusy, act } = useAct();
  const problem = <Problem error={error} retry={reload} />;
  if (!data)
    return (
      <NoRecord
        error={error}
        retry={reload}
        list={{ title: texts().webhooks.title, path: '/console/webhooks' }}
      />
    );
  const button = (text: string, work: () => Promise<unknown>) => (
    <button
      type="button"
      data-once
      disabled={isBusy}
      onClick={() => {
        act(work);
      }}
    >
      {text}
    </button>
  );
  return (
    <>
      {problem}
      <Heading title={data.url}>
        {button(data.enabled ? t.switchOff : t.switchOn, async () => {
          await platform.webhooks.update(id, { enabled: !data.enabled });
          reload();
        })}
        {button(t.ping, async () => {
          await platform.webhooks.ping(id);
          setPings(pings + 1);
        })}
        {button(t.rotate, async () => {
          setSecret((await platform.webhooks.rotate(id, { grace_seconds: GRACE_SECONDS })).secret);
        })}
        <EditButton
          name={data.url}
          onEdit={() => {
            setEdited(true);
          }}
        />
        <RemoveButton
          name={data.url}
          onRemove={() => {
            removal.remove(id, data.url);
            route('/console/webhooks');
          }}
        />
      </Heading>
      <p>
        <WebhookState webhook={data} /> {data.events.join(', ')}
      </p>
      {data.description !== null && <p class="quiet">{data.description}</p>}
      {isEdited && (
        <EditDialog
          title={`${texts().edit}: ${data.url}`}
          read={() => platform.webhooks.show(id)}
          save={(fields, options) => platform.webhooks.update(id, webhookIn(fields), options)}
          onClose={() => {
            setEdited(false);
          }}
          onSaved={reload}
        >
          {(webhook, errorOf) => <WebhookFields webhook={webhook} errorOf={errorOf} />}
        </EditDialog>
      )}
      {secret !== undefined && <SecretOnce hint={t.secretRotated} secret={secret} />}
      <Deliveries key={pings} id={id} />
    </>
  );
};

export default Webhook;
