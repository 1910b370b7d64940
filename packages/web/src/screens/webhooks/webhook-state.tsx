import type { Output } from '@platform/client';

import { formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';

type Webhook = Pick<Output<'webhooks.show'>, 'enabled' | 'disabled_reason' | 'failing_since'>;

/** Whether a webhook is told of events, and since when it fails. */
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
