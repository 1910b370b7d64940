import type { Input, Output } from '@platform/client';

import { formatTime } from '../../i18n/format.ts';
import { LANGUAGE_NAMES, texts } from '../../i18n/language.ts';
import { language as spoken } from '../../i18n/spoken.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { ScheduleRecipients, ScheduleTimesFields, scheduleWords, timesIn } from '../reports/report-parts.tsx';

type SiteRecord = Output<'sites.show'>;

const ScheduleForm = ({ site, onSaved }: { site: SiteRecord; onSaved: () => void }) => {
  const t = texts();
  const { schedule } = site;
  const submission = useSubmit(async (fields) => {
    await platform.sites.schedule.update(site.id, {
      ...timesIn(fields),
      email: fields['email'] === undefined ? 0 : 1,
      email_recipients: fields['email_recipients'] ?? '',
      language: fields['language'] === 'de' ? 'de' : 'en',
    } satisfies Input<'sites.schedule.update'>);
    notify(t.saved);
    onSaved();
  });
  const { errorOf } = submission;
  return (
    <Form draft="site-schedule" isChange={schedule !== null} submission={submission}>
      <ScheduleTimesFields times={schedule} errorOf={errorOf} />
      <Checkbox label={t.site.emails} name="email" defaultChecked={schedule?.email !== 0} />
      <TextArea
        label={t.report.recipients}
        hint={t.report.recipientsHint}
        name="email_recipients"
        rows={3}
        defaultValue={schedule?.email_recipients ?? ''}
        error={errorOf('email_recipients')}
      />
      <Select
        label={t.report.mailLanguage}
        name="language"
        chosen={schedule?.language ?? spoken.value}
        options={Object.entries(LANGUAGE_NAMES)}
        error={errorOf('language')}
      />
      <button class="primary" disabled={submission.isBusy}>
        {t.site.save}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** When a site is crawled by itself, and who hears that it got worse. */
export const SiteScheduleTab = ({ site, onChanged }: { site: SiteRecord; onChanged: () => void }) => {
  const t = texts().site;
  const { schedule } = site;
  const { isBusy, act } = useAct();
  return (
    <section>
      <h2>{t.schedule}</h2>
      {schedule === null ? (
        <p class="empty">{t.noSchedule}</p>
      ) : (
        <p class="result" role="status">
          <strong>{scheduleWords(schedule)}</strong> {t.nextAt(formatTime(schedule.next_at))}
          <ScheduleRecipients schedule={schedule} />
          {may('reports:write') && (
            <button
              type="button"
              disabled={isBusy}
              onClick={() => {
                act(async () => {
                  await platform.sites.schedule.delete(site.id);
                  onChanged();
                });
              }}
            >
              {t.remove}
            </button>
          )}
        </p>
      )}
      {may('reports:write') && (
        <ScheduleForm key={schedule === null ? 'new' : 'known'} site={site} onSaved={onChanged} />
      )}
    </section>
  );
};

/** The audience of a site's page, and the links that open it. */
export const SiteShareTab = ({ site, onChanged }: { site: SiteRecord; onChanged: () => void }) => {
  const t = texts();
  const submission = useSubmit(
    async ({ privacy, password = '', max_pages: maxPages, render_pages: rendered }, form) => {
      const [audience, most, opened] = [privacy, maxPages, rendered].map(Number);
      // The other settings stay as somebody else may have set them meanwhile.
      await platform.sites.update(site.id, {
        ...(audience !== site.privacy && { privacy: audience as SiteRecord['privacy'] }),
        ...(site.mode === 'crawl' && most !== site.max_pages && { max_pages: most }),
        ...(opened !== site.render_pages && { render_pages: opened }),
        ...(password !== '' && { password }),
      });
      const field = form.querySelector<HTMLInputElement>('[name=password]');
      if (field) field.value = '';
      notify(t.saved);
      onChanged();
    },
  );
  return (
    <>
      {may('reports:write') && (
        <Form draft="site-settings" isChange submission={submission}>
          <Select
            label={t.site.sharing}
            name="privacy"
            chosen={String(site.privacy)}
            options={t.websites.privacies.map((text, value) => [String(value), text])}
            error={submission.errorOf('privacy')}
          />
          <Field
            label={t.websites.password}
            hint={site.has_password ? t.websites.passwordHint : undefined}
            name="password"
            type="password"
            autocomplete="new-password"
            error={submission.errorOf('password')}
          />
          {site.mode === 'crawl' && (
            <Field
              label={t.report.maxPages}
              hint={t.site.maxPagesHint}
              name="max_pages"
              type="number"
              min={1}
              max={10_000}
              defaultValue={String(site.max_pages)}
              error={submission.errorOf('max_pages')}
            />
          )}
          <Field
            label={t.site.renderPages}
            hint={t.site.renderPagesHint}
            name="render_pages"
            type="number"
            min={0}
            max={10}
            defaultValue={String(site.render_pages)}
            error={submission.errorOf('render_pages')}
          />
          <button class="primary" disabled={submission.isBusy}>
            {t.save}
          </button>
          <Refusal submission={submission} />
        </Form>
      )}
      <ShareLinks
        of={`site ${site.id}`}
        list={() => platform.sites.links.list(site.id).all()}
        create={(link) => platform.sites.links.create(site.id, link)}
        end={(link) => platform.sites.links.delete(site.id, link)}
        mayChange={may('reports:write')}
      />
    </>
  );
};
