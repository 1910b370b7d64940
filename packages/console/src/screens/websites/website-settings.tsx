import type { Output } from '@platform/client';

import { texts } from '../../i18n/language.ts';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ExclusionsPreview } from './exclusions-preview.tsx';

type WebsiteRecord = Output<'websites.show'>;

const asFlag = (ticked: string | undefined): 0 | 1 => (ticked === undefined ? 0 : 1);

/** Privacy, e-mails and exclusions of a website. */
export const WebsiteSettings = ({ website, onSaved }: { website: WebsiteRecord; onSaved: () => void }) => {
  const t = texts().websites;
  const submission = useSubmit(async (fields) => {
    await platform.websites.update(website.id, {
      privacy: Number(fields['privacy']) as WebsiteRecord['privacy'],
      email: asFlag(fields['email']),
      exclude_bots: asFlag(fields['exclude_bots']),
      exclude_params: fields['exclude_params'] ?? '',
      exclude_ips: fields['exclude_ips'] ?? '',
      ...(fields['password'] ? { password: fields['password'] } : {}),
    });
    notify(texts().saved);
    onSaved();
  });
  return (
    <form onSubmit={submission.onSubmit}>
      <Select
        label={t.privacy}
        name="privacy"
        chosen={String(website.privacy)}
        options={t.privacies.map((text, value) => [String(value), text])}
        error={submission.errorOf('privacy')}
      />
      <Field
        label={t.password}
        hint={website.has_password ? t.passwordHint : undefined}
        name="password"
        type="password"
        autocomplete="new-password"
        error={submission.errorOf('password')}
      />
      <Checkbox label={t.email} name="email" defaultChecked={website.email === 1} />
      <Checkbox label={t.excludeBots} name="exclude_bots" defaultChecked={website.exclude_bots === 1} />
      <TextArea
        label={t.excludeParams}
        name="exclude_params"
        defaultValue={website.exclude_params ?? ''}
        error={submission.errorOf('exclude_params')}
      />
      <ExclusionsPreview id={website.id} />
      <TextArea
        label={t.excludeIps}
        name="exclude_ips"
        defaultValue={website.exclude_ips ?? ''}
        error={submission.errorOf('exclude_ips')}
      />
      <button class="primary" disabled={submission.isBusy}>
        {texts().save}
      </button>
      <Problem error={submission.error} />
    </form>
  );
};
