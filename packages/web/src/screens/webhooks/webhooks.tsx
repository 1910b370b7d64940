import type { Input, Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { BulkDelete, Pick, useSelection } from '../../loading/selection.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts, Submission } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { shownDomain } from '../../ui/address.ts';
import { SecretOnce } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { Pager, usePageOf, useWholeList } from '../pager.tsx';
import { Heading } from '../screen.tsx';

type Webhook = Pick<Output<'webhooks.show'>, 'enabled' | 'disabled_reason' | 'failing_since'>;

/** Says whether a webhook is told of events, and since when it fails. */
export const WebhookState = ({ webhook }: { webhook: Webhook }) => {
  const t = texts().webhooks;
  if (!webhook.enabled)
    return (
      <>
        <span class="badge failed">{t.off}</span> {webhook.disabled_reason}
      </>
    );
  return webhook.failing_since === null ? (
    <span class="badge good">{t.on}</span>
  ) : (
    <span class="badge warn">{t.failingSince(formatTime(webhook.failing_since))}</span>
  );
};

type EventType = Input<'webhooks.create'>['events'][number];

/** A record, so that an event that the platform learns is missing here by its type. */
const KNOWN: Readonly<Record<EventType, true>> = {
  'report.generated': true,
  'report.got_worse': true,
  'export.completed': true,
  'export.failed': true,
  'website.spike': true,
  'website.drop': true,
  'website.silent': true,
  'website.goal_reached': true,
  'key.revoked': true,
  'quota.reached': true,
};
const EVENTS = Object.keys(KNOWN) as EventType[];

/** Events that come only of an alert of a website, and its kind. */
const OF_ALERTS: Readonly<Partial<Record<EventType, string>>> = {
  'website.spike': 'spike',
  'website.drop': 'drop',
  'website.silent': 'silence',
  'website.goal_reached': 'goal',
};

/** Leads to the alerts without which a new webhook would hear nothing of websites. */
const NeededAlerts = ({ events }: { events: readonly EventType[] }) => {
  const t = texts();
  const types = events.flatMap((event) => OF_ALERTS[event] ?? []);
  const { data } = useLoad(`websites for alerts ${types.join()}`, async () =>
    types.length > 0 && may('websites:write')
      ? (await platform.websites.list({ sort_by: 'domain', sort: 'asc' })).items
      : [],
  );
  const [type] = types;
  if (type === undefined || !data || data.length === 0) return null;
  return (
    <div class="restored">
      <p>{t.webhooks.needsAlert}</p>
      <ul class="links">
        {data.map(({ id, domain }) => (
          <li key={id}>
            <a href={`/console/websites/${id}?tab=alerts&type=${type}`}>
              {t.webhooks.alertOf(shownDomain(domain))}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
};

/** A webhook that was just made: its secret is shown this once. */
interface Made {
  readonly secret: string;
  readonly events: readonly EventType[];
}

/** A webhook as a form has it. */
export const webhookIn = ({ url = '', description = '', ...ticked }: FormTexts) => ({
  url,
  events: EVENTS.filter((event) => ticked[event] !== undefined),
  description: description || null,
});

interface WebhookFieldsProps {
  webhook?: Pick<Output<'webhooks.show'>, 'url' | 'description' | 'events'>;
  errorOf: Submission['errorOf'];
}

/** The fields of a webhook: where events are sent, and which. */
export const WebhookFields = ({ webhook, errorOf }: WebhookFieldsProps) => {
  const t = texts().webhooks;
  const eventsError = errorOf('events');
  return (
    <>
      <Field
        label={t.url}
        name="url"
        inputMode="url"
        placeholder="https://hooks.example/platform"
        defaultValue={webhook?.url ?? ''}
        error={errorOf('url')}
        required
      />
      <Field
        label={t.description}
        name="description"
        defaultValue={webhook?.description ?? ''}
        error={errorOf('description')}
      />
      <fieldset>
        <legend>{t.events}</legend>
        {EVENTS.map((event) => (
          <label key={event} class="check">
            <input type="checkbox" name={event} defaultChecked={webhook?.events.includes(event) ?? false} />
            <span>{event}</span>
          </label>
        ))}
        {eventsError !== undefined && (
          <p class="wrong" role="alert">
            {eventsError}
          </p>
        )}
      </fieldset>
    </>
  );
};

/** The form for a new webhook, and its secret, once. */
const MakeWebhook = ({ onMade }: { onMade: () => void }) => {
  const t = texts().webhooks;
  const [made, setMade] = useState<Made | undefined>(undefined);
  const submission = useSubmit(async (fields, form) => {
    const wanted = webhookIn(fields);
    const { secret } = await platform.webhooks.create(wanted);
    setMade({ secret, events: wanted.events });
    form.reset();
    onMade();
  });
  return (
    <Form draft="webhook" isFirst submission={submission}>
      <WebhookFields errorOf={submission.errorOf} />
      <button class="primary" disabled={submission.isBusy}>
        {t.make}
      </button>
      <Refusal submission={submission} />
      {made && <SecretOnce hint={t.secretOnce} secret={made.secret} />}
      {made && <NeededAlerts events={made.events} />}
    </Form>
  );
};

/** All webhooks: make one, see whether it works, delete one. */
const Webhooks = () => {
  const t = texts();
  const loaded = useWholeList('webhooks', () => platform.webhooks.list());
  const removal = useRemoval('webhooks', (id: string) => platform.webhooks.delete(id));
  const { shown, meta } = usePageOf(loaded.data?.filter(removal.isShown), loaded.isWhole);
  const selection = useSelection(shown ?? []);
  return (
    <>
      <Heading title={t.webhooks.title} />
      <MakeWebhook onMade={loaded.reload} />
      <BulkDelete selection={selection} removal={removal} />
      <Listing loaded={{ ...loaded, data: shown }} empty={t.webhooks.empty}>
        {(webhooks) => (
          <Table
            label={t.webhooks.title}
            heads={['', t.webhooks.url, t.webhooks.events, t.webhooks.state, '']}
          >
            {webhooks.map((webhook) => (
              <tr key={webhook.id}>
                <td>
                  <Pick selection={selection} item={webhook} name={webhook.url} />
                </td>
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
      <Pager meta={meta} />
    </>
  );
};

export default Webhooks;
