import { texts } from '../../i18n/language.ts';
import { Listing } from '../../loading/listing.tsx';
import { useLoad } from '../../loading/use-load.ts';
import { useRemoval } from '../../loading/use-removal.ts';
import { platform } from '../../session/platform.ts';
import { RemoveButton } from '../../ui/remove-button.tsx';
import { Table } from '../../ui/table.tsx';
import { Heading } from '../heading.tsx';
import { WebhookState } from './webhook-state.tsx';
import type { Input } from '@platform/client';
import { useState } from 'preact/hooks';
import { useSubmit } from '../../loading/use-submit.ts';
import { Field } from '../../ui/field.tsx';
import { Form } from '../../loading/form.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SecretOnce } from '../../ui/copy-button.tsx';

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

/** The form for a new webhook, and its secret, once. */
const MakeWebhook = ({ onMade }: { onMade: () => void }) => {
  const t = texts().webhooks;
  const [secret, setSecret] = useState<string | undefined>(undefined);
  const submission = useSubmit(async ({ url = '', description = '', ...ticked }, form) => {
    const events = EVENTS.filter((event) => ticked[event] !== undefined);
    const made = await platform.webhooks.create({ url, events, description: description || null });
    setSecret(made.secret);
    form.reset();
    onMade();
  });
  const eventsError = submission.errorOf('events');
  return (
    <Form draft="webhook" submission={submission}>
      <Field
        label={t.url}
        name="url"
        inputMode="url"
        placeholder="https://hooks.example/platform"
        error={submission.errorOf('url')}
        required
      />
      <Field label={t.description} name="description" error={submission.errorOf('description')} />
      <fieldset>
        <legend>{t.events}</legend>
        {EVENTS.map((event) => (
          <label key={event} class="check">
            <input type="checkbox" name={event} />
            <span>{event}</span>
          </label>
        ))}
        {eventsError !== undefined && (
          <p class="wrong" role="alert">
            {eventsError}
          </p>
        )}
      </fieldset>
      <button class="primary" disabled={submission.isBusy}>
        {t.make}
      </button>
      <Problem error={submission.error} />
      {secret !== undefined && <SecretOnce hint={t.secretOnce} secret={secret} />}
    </Form>
  );
};

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
