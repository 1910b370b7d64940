import type { Input, Output } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { formatNumber, formatTime } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { linesOf, useAct, useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { dimensionName, formatDays } from '../../statistics/format.ts';
import { shownDomain } from '../../ui/address.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Table } from '../../ui/table.tsx';
import { filtersInWords } from './website-segments.tsx';

type Asked = Input<'websites.deletions.preview'>;
type Previewed = Output<'websites.deletions.preview'>;
type Deletion = Output<'websites.deletions.list'>[number];

/** Dimensions by which spam is mostly recognised; the API takes every one. */
const DIMENSIONS = [
  'page',
  'event',
  'referrer',
  'utm_source',
  'utm_campaign',
  'country',
  'browser',
  'entry_page',
];

const OPERATORS = ['is', 'contains', 'matches'] as const;

const askedIn = (fields: FormTexts): Asked => {
  const { from = '', to = '', dimension = '', values = '', visit = '' } = fields;
  const lines = linesOf(values);
  const operator = OPERATORS.find((one) => one === fields['operator']) ?? 'is';
  return {
    ...(from !== '' && { from }),
    ...(to !== '' && { to }),
    ...(visit.trim() !== '' && { visit: visit.trim() }),
    ...(dimension !== '' && lines.length > 0 && { filters: [{ dimension, operator, values: lines }] }),
  };
};

const Amounts = ({ of }: { of: Previewed }) => {
  const t = texts().website;
  return (
    <p>
      {t.wouldDelete(
        formatNumber(of.pageviews),
        formatNumber(of.events),
        formatNumber(of.visits),
        formatNumber(of.visitors),
      )}{' '}
      {!of.whole_visits && t.visitsStay}
    </p>
  );
};

interface ConfirmProps {
  readonly id: number;
  readonly asked: Asked;
  readonly previewed: Previewed;
  readonly onDone: () => void;
}

/** Shows how much would go, and deletes it when that is confirmed. */
const Confirm = ({ id, asked, previewed, onDone }: ConfirmProps) => {
  const t = texts().website;
  const { isBusy, act } = useAct();
  const isNothing = previewed.pageviews + previewed.events + previewed.visits === 0;
  return (
    <>
      <Amounts of={previewed} />
      {!isNothing && (
        <button
          type="button"
          class="danger"
          disabled={isBusy}
          onClick={() => {
            act(async () => {
              await platform.websites.deletions.create(id, asked);
              notify(t.deletionBegun);
              onDone();
            });
          }}
        >
          {t.deleteForGood}
        </button>
      )}
    </>
  );
};

/** Deletes what a filter selects on some days, after it was looked at. */
const DeleteSome = ({ id, onBegun }: { id: number; onBegun: () => void }) => {
  const t = texts().website;
  const [looked, setLooked] = useState<{ asked: Asked; previewed: Previewed } | undefined>(undefined);
  const [dimension, setDimension] = useState('');
  const submission = useSubmit(async (fields) => {
    const asked = askedIn(fields);
    setLooked(undefined);
    setLooked({ asked, previewed: await platform.websites.deletions.preview(id, asked) });
  });
  return (
    <section>
      <h2>{t.deleteSome}</h2>
      <p class="quiet">{t.deleteHint}</p>
      <Form
        class="inline"
        draft="deletion"
        submission={submission}
        onTyped={() => {
          // What was looked at is no longer what the form says.
          setLooked(undefined);
        }}
      >
        <Field label={t.firstDay} name="from" type="date" error={submission.errorOf('from')} />
        <Field label={t.lastDay} name="to" type="date" error={submission.errorOf('to')} />
        <Select
          label={t.dimension}
          name="dimension"
          options={[['', t.allOfThem], ...DIMENSIONS.map((one) => [one, dimensionName(one)] as const)]}
          onChange={(event) => {
            setDimension(event.currentTarget.value);
          }}
        />
        {dimension !== '' && (
          <>
            <Select
              label={t.operator}
              name="operator"
              options={OPERATORS.map((one) => [one, t.deletionOperators[one]] as const)}
            />
            {/* Without a value, everything on these days would be meant. */}
            <TextArea
              label={t.values}
              name="values"
              rows={2}
              error={submission.errorOf('filters')}
              required
            />
          </>
        )}
        <Field
          label={t.visitId}
          hint={t.visitIdHint}
          name="visit"
          autocomplete="off"
          error={submission.errorOf('visit')}
        />
        <button disabled={submission.isBusy}>{t.lookFirst}</button>
        <Refusal submission={submission} />
      </Form>
      <div role="status">
        {looked && (
          <Confirm
            id={id}
            asked={looked.asked}
            previewed={looked.previewed}
            onDone={() => {
              setLooked(undefined);
              onBegun();
            }}
          />
        )}
      </div>
    </section>
  );
};

/** Resets a website, once its domain has been typed. */
const Reset = ({ id, domain, onBegun }: { id: number; domain: string; onBegun: () => void }) => {
  const t = texts().website;
  const name = shownDomain(domain);
  const [typed, setTyped] = useState('');
  const submission = useSubmit(async (_, form) => {
    await platform.websites.deletions.create(id, { everything: true });
    form.reset();
    setTyped('');
    notify(t.deletionBegun);
    onBegun();
  });
  return (
    <section>
      <h2>{t.reset}</h2>
      <p class="quiet">{t.resetHint}</p>
      <Form class="inline" draft="reset" submission={submission}>
        <Field
          label={t.typeDomain(name)}
          name="domain"
          autocomplete="off"
          onInput={(event) => {
            setTyped(event.currentTarget.value.normalize('NFC').trim().toLowerCase());
          }}
          required
        />
        <button class="danger" disabled={submission.isBusy || (typed !== name && typed !== domain)}>
          {t.reset}
        </button>
        <Refusal submission={submission} />
      </Form>
    </section>
  );
};

const whatOf = ({ everything, from, to, filters }: Deletion): string => {
  const t = texts().website;
  if (everything) return t.allStatistics;
  const days = from !== null && to !== null ? formatDays({ from, to }) : (from ?? to ?? '');
  return [
    days,
    ...(filters.length > 0 ? [filtersInWords(filters as Parameters<typeof filtersInWords>[0])] : []),
  ].join('; ');
};

const AGAIN_MILLISECONDS = 2_000;

/** Takes back what should not have been counted, with the record of what was. */
export const WebsiteDeletions = ({ id, domain }: { id: number; domain: string }) => {
  const t = texts().website;
  const loaded = useLoad(`deletions ${id}`, () => platform.websites.deletions.list(id));
  const isOpen = loaded.data?.some(({ status }) => status === 'pending' || status === 'running') ?? false;
  useEffect(() => {
    if (!isOpen) return undefined;
    const timer = setInterval(loaded.reload, AGAIN_MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, [isOpen]);
  return (
    <>
      {may('websites:write') && <DeleteSome id={id} onBegun={loaded.reload} />}
      <Listing loaded={loaded} empty={t.noDeletions}>
        {(deletions) => (
          <Table
            label={t.tabs.deletions}
            heads={[
              t.what,
              { title: t.pageviewsGone, isNumber: true },
              { title: t.eventsGone, isNumber: true },
              { title: t.visitsGone, isNumber: true },
              t.state,
              t.askedBy,
              t.when,
            ]}
          >
            {deletions.map((deletion) => (
              <tr key={deletion.id}>
                <td>{whatOf(deletion)}</td>
                <td>{formatNumber(deletion.pageviews)}</td>
                <td>{formatNumber(deletion.events)}</td>
                <td>{formatNumber(deletion.visits)}</td>
                <td>{deletion.error ?? t.deletionStates[deletion.status]}</td>
                <td>
                  <code>{deletion.key_id}</code>
                </td>
                <td class="whole">{formatTime(deletion.created_at)}</td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      {may('websites:write') && <Reset id={id} domain={domain} onBegun={loaded.reload} />}
    </>
  );
};
