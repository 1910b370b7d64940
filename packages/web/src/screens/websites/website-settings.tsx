import type { Input, Output } from '@platform/client';
import { useEffect, useRef, useState } from 'preact/hooks';

import { formatNumber } from '../../i18n/format.ts';
import { LANGUAGE_NAMES, texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts, Submission } from '../../loading/use-submit.ts';
import { changeVersion, versioned } from '../../loading/versioned.ts';
import type { Versioned } from '../../loading/versioned.ts';
import { platform } from '../../session/platform.ts';
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';

/** Shows which pages would become one if the form's parameters were left out. */
const ExclusionsPreview = ({ id }: { id: number }) => {
  const t = texts().website;
  const { isBusy, act } = useAct();
  const button = useRef<HTMLButtonElement>(null);
  const [preview, setPreview] = useState<Output<'websites.exclusions.preview'> | undefined>(undefined);
  const look = async (): Promise<void> => {
    const typed = button.current?.form ? new FormData(button.current.form).get('exclude_params') : '';
    setPreview(
      await platform.websites.exclusions.preview(id, {
        exclude_params: typeof typed === 'string' ? typed : '',
      }),
    );
  };
  return (
    <div>
      <button
        type="button"
        ref={button}
        disabled={isBusy}
        onClick={() => {
          act(look);
        }}
      >
        {t.previewExclusions}
      </button>
      <div role="status">
        {preview && (
          <p>
            {t.previewed(formatNumber(preview.pages_before), formatNumber(preview.pages_after), preview.days)}
          </p>
        )}
      </div>
      {preview && preview.merged.length > 0 && (
        <ul>
          {preview.merged.slice(0, 10).map(({ page, from }) => (
            <li key={page}>
              <code>{page}</code> ← {from.map((one) => one.page).join(', ')}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

type WebsiteRecord = Output<'websites.show'>;

const asFlag = (ticked: string | undefined): 0 | 1 => (ticked === undefined ? 0 : 1);

/** Lines as a form gives them. */
const asTyped = (lines: string | null): string => (lines ?? '').replace(/\r\n?/g, '\n').trim();

/** Only what was changed here: the other settings stay as somebody else may have set them meanwhile. */
const changedIn = (fields: FormTexts, website: WebsiteRecord): Input<'websites.update'> => {
  const privacy = Number(fields['privacy']) as WebsiteRecord['privacy'];
  const email = asFlag(fields['email']);
  const excludeBots = asFlag(fields['exclude_bots']);
  const excludeParams = asTyped(fields['exclude_params'] ?? '');
  const excludeIps = asTyped(fields['exclude_ips'] ?? '');
  const recipients = asTyped(fields['email_recipients'] ?? '');
  const embedOrigins = asTyped(fields['embed_origins'] ?? '');
  const frequency = fields['email_frequency'] === 'monthly' ? 'monthly' : 'weekly';
  const language = fields['language'] === 'de' ? 'de' : 'en';
  const timezone = fields['timezone'] ?? website.timezone;
  const weekStart = fields['week_start'] === 'sunday' ? 'sunday' : 'monday';
  const retention = fields['retention_months'] ?? '';
  return {
    ...(privacy !== website.privacy && { privacy }),
    ...(email !== website.email && { email }),
    ...(excludeBots !== website.exclude_bots && { exclude_bots: excludeBots }),
    ...(excludeParams !== asTyped(website.exclude_params) && { exclude_params: excludeParams }),
    ...(excludeIps !== asTyped(website.exclude_ips) && { exclude_ips: excludeIps }),
    ...(frequency !== website.email_frequency && { email_frequency: frequency }),
    ...(language !== website.language && { language }),
    ...(recipients !== asTyped(website.email_recipients) && { email_recipients: recipients }),
    ...(embedOrigins !== asTyped(website.embed_origins) && { embed_origins: embedOrigins }),
    ...(timezone !== website.timezone && { timezone }),
    ...(weekStart !== website.week_start && { week_start: weekStart }),
    ...(retention !== String(website.retention_months ?? '') && {
      retention_months: retention === '' ? null : Number(retention),
    }),
    ...(fields['password'] && { password: fields['password'] }),
  };
};

/** Sets whether e-mails are sent, how often, and to whom. */
const EmailFields = ({ website, errorOf }: { website: WebsiteRecord; errorOf: Submission['errorOf'] }) => {
  const t = texts().websites;
  const [isOn, setOn] = useState(website.email === 1);
  const [recipients, setRecipients] = useState(website.email_recipients ?? '');
  useEffect(() => {
    setOn(website.email === 1);
  }, [website.email]);
  useEffect(() => {
    setRecipients(website.email_recipients ?? '');
  }, [website.email_recipients]);
  // Without recipients of its own, a website's e-mails go to those of the installation.
  const others = website.email_recipients === null ? website.email_goes_to : [];
  return (
    <fieldset class="group">
      <legend>{t.emails}</legend>
      <Checkbox label={t.email} name="email" defaultChecked={website.email === 1} onChange={setOn} />
      <Select
        label={t.frequency}
        name="email_frequency"
        chosen={website.email_frequency}
        options={Object.entries(t.frequencies)}
        error={errorOf('email_frequency')}
      />
      <Select
        label={t.mailLanguage}
        name="language"
        chosen={website.language}
        options={Object.entries(LANGUAGE_NAMES)}
        error={errorOf('language')}
      />
      <TextArea
        label={t.recipients}
        name="email_recipients"
        rows={2}
        hint={others.length > 0 ? t.goesTo(others.join(', ')) : undefined}
        defaultValue={website.email_recipients ?? ''}
        onInput={(event) => {
          setRecipients(event.currentTarget.value);
        }}
        error={errorOf('email_recipients')}
      />
      <div role="status">
        {isOn && recipients.trim() === '' && others.length === 0 && <p class="wrong">{t.goesToNobody}</p>}
      </div>
    </fieldset>
  );
};

const ZONES = Intl.supportedValuesOf('timeZone');

/** The zone of a website's days, where its weeks begin, how long its data is kept, and where its page may be embedded. */
const DataFields = ({ website, errorOf }: { website: WebsiteRecord; errorOf: Submission['errorOf'] }) => {
  const t = texts().websites;
  return (
    <fieldset class="group">
      <legend>{t.data}</legend>
      <Field
        label={t.timezone}
        hint={t.timezoneHint}
        name="timezone"
        list="zones"
        defaultValue={website.timezone}
        error={errorOf('timezone')}
        required
      />
      <datalist id="zones">
        {ZONES.map((zone) => (
          <option key={zone} value={zone} />
        ))}
      </datalist>
      <Select
        label={t.weekStart}
        name="week_start"
        chosen={website.week_start}
        options={Object.entries(t.weekStarts)}
        error={errorOf('week_start')}
      />
      <Field
        label={t.retention}
        hint={t.retentionHint}
        name="retention_months"
        type="number"
        min={1}
        defaultValue={String(website.retention_months ?? '')}
        error={errorOf('retention_months')}
      />
      <TextArea
        label={t.embedOrigins}
        name="embed_origins"
        rows={2}
        placeholder="https://team.example"
        defaultValue={website.embed_origins ?? ''}
        error={errorOf('embed_origins')}
      />
    </fieldset>
  );
};

interface WebsiteSettingsProps {
  loaded: Versioned<WebsiteRecord>;
  onSaved: () => void;
}

/** Privacy, exclusions, e-mails and data of a website. */
export const WebsiteSettings = ({ loaded, onSaved }: WebsiteSettingsProps) => {
  const t = texts().websites;
  const [base, setBase] = useState(loaded);
  useEffect(() => {
    setBase(loaded);
  }, [loaded]);
  // Fields in which nobody has typed follow it; what was typed while it was saved stays.
  const website = base.record;
  const { id } = website;
  const submission = useSubmit(async (fields, form) => {
    const saved = await changeVersion(
      base.tag,
      (options) => versioned(platform.websites.update(id, changedIn(fields, website), options)),
      async () => {
        const { tag } = await versioned(platform.websites.show(id));
        setBase({ record: website, tag });
      },
    );
    setBase(saved);
    const password = form.querySelector<HTMLInputElement>('[name=password]');
    if (password && password.value.trim() === fields['password']) password.value = '';
    notify(texts().saved);
    onSaved();
  });
  return (
    <Form draft="settings" isChange basis={base.tag} submission={submission}>
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
      <Checkbox label={t.excludeBots} name="exclude_bots" defaultChecked={website.exclude_bots === 1} />
      <TextArea
        label={t.excludeParams}
        name="exclude_params"
        defaultValue={website.exclude_params ?? ''}
        error={submission.errorOf('exclude_params')}
      />
      <ExclusionsPreview id={id} />
      <TextArea
        label={t.excludeIps}
        name="exclude_ips"
        defaultValue={website.exclude_ips ?? ''}
        error={submission.errorOf('exclude_ips')}
      />
      <EmailFields website={website} errorOf={submission.errorOf} />
      <DataFields website={website} errorOf={submission.errorOf} />
      <button class="primary" disabled={submission.isBusy}>
        {texts().save}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};
