import { ApiError } from '@platform/client';
import type { Input, Output } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { formatTime } from '../../i18n/format.ts';
import { LANGUAGE_NAMES, texts } from '../../i18n/language.ts';
import { language as spoken } from '../../i18n/spoken.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useLoad } from '../../loading/load.tsx';
import { useAct, useSubmit } from '../../loading/use-submit.ts';
import { changeVersion, versioned } from '../../loading/versioned.ts';
import type { Versioned } from '../../loading/versioned.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Checkbox, Field, Select, TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { AudienceFields, ShareLinks } from '../links/share-links.tsx';
import { ScheduleRecipients, ScheduleTimesFields, scheduleWords, timesIn } from '../reports/report-parts.tsx';

type SiteRecord = Output<'sites.show'>;
type Schedule = Output<'sites.schedule.show'>;

/** The schedule of a site as it is now; undefined where it has none any more. */
const readSchedule = async (id: number): Promise<Versioned<Schedule> | undefined> => {
  try {
    return await versioned(platform.sites.schedule.show(id));
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined;
    throw error;
  }
};

const ScheduleForm = (props: { id: number; seen: Versioned<Schedule> | undefined; onSaved: () => void }) => {
  const { id, seen, onSaved } = props;
  const t = texts();
  const schedule = seen?.record ?? null;
  const [tag, setTag] = useState(seen?.tag);
  useEffect(() => {
    setTag(seen?.tag);
  }, [seen]);
  const submission = useSubmit(async (fields) => {
    const settings: Input<'sites.schedule.update'> = {
      ...timesIn(fields),
      email: fields['email'] === undefined ? 0 : 1,
      email_recipients: fields['email_recipients'] ?? '',
      language: fields['language'] === 'de' ? 'de' : 'en',
    };
    await changeVersion(
      tag,
      (options) => platform.sites.schedule.update(id, settings, options),
      async () => {
        setTag((await readSchedule(id))?.tag);
      },
    );
    notify(t.saved);
    onSaved();
  });
  const { errorOf } = submission;
  return (
    <Form draft="site-schedule" isChange={schedule !== null} basis={seen?.tag} submission={submission}>
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
  const loaded = useLoad(`schedule of site ${site.id}`, async () => ({ seen: await readSchedule(site.id) }));
  const onSaved = (): void => {
    loaded.reload();
    onChanged();
  };
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
                  onSaved();
                });
              }}
            >
              {t.remove}
            </button>
          )}
        </p>
      )}
      {may('reports:write') && (
        <>
          <Problem error={loaded.error} retry={loaded.reload} />
          {!loaded.data && loaded.error === undefined && <Skeleton />}
          {loaded.data && (
            <ScheduleForm
              key={loaded.data.seen ? 'known' : 'new'}
              id={site.id}
              seen={loaded.data.seen}
              onSaved={onSaved}
            />
          )}
        </>
      )}
    </section>
  );
};

interface SiteShareProps {
  site: SiteRecord;
  /** The version of the site that is shown. */
  tag: string | undefined;
  onChanged: () => void;
}

/** The audience of a site's page, and the links that open it. */
export const SiteShareTab = ({ site, tag: shownTag, onChanged }: SiteShareProps) => {
  const t = texts();
  const [tag, setTag] = useState(shownTag);
  useEffect(() => {
    setTag(shownTag);
  }, [shownTag]);
  const submission = useSubmit(
    async ({ privacy, password = '', max_pages: maxPages, render_pages: rendered }, form) => {
      const [audience, most, opened] = [privacy, maxPages, rendered].map(Number);
      const changes = {
        ...(audience !== site.privacy && { privacy: audience as SiteRecord['privacy'] }),
        ...(site.mode === 'crawl' && most !== site.max_pages && { max_pages: most }),
        ...(opened !== site.render_pages && { render_pages: opened }),
        ...(password !== '' && { password }),
      };
      await changeVersion(
        tag,
        (options) => platform.sites.update(site.id, changes, options),
        async () => {
          setTag((await versioned(platform.sites.show(site.id))).tag);
        },
      );
      const field = form.querySelector<HTMLInputElement>('[name=password]');
      if (field) field.value = '';
      notify(t.saved);
      onChanged();
    },
  );
  return (
    <>
      {may('reports:write') && (
        <Form draft="site-settings" isChange basis={shownTag} submission={submission}>
          <AudienceFields
            privacy={site.privacy}
            hasPassword={site.has_password}
            errorOf={submission.errorOf}
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
