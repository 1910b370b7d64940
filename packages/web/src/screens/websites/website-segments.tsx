import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Form, Refusal, useRows } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { linesOf, useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts, Submission } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { conditionWords, dimensionName } from '../../statistics/format.ts';
import { statisticsTexts } from '../../statistics/texts.ts';
import { scopeOf, useStatistics } from '../../statistics/use-answer.ts';
import { OPERATORS } from '../../statistics/view.ts';
import type { Condition } from '../../statistics/view.ts';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/notices.tsx';
import { Table } from '../../ui/table.tsx';
import { EditButton, EditDialog } from '../edit-dialog.tsx';

type Segment = Output<'websites.segments.list'>[number];
type Filters = Segment['filters'];

/** Dimensions that visitors are told apart by most; the API takes the others too. */
const DIMENSIONS = [
  'channel',
  'referrer',
  'utm_source',
  'utm_campaign',
  'page',
  'entry_page',
  'exit_page',
  'country',
  'browser',
  'os',
  'device',
  'language',
];
/** Filters in words; those that were nested by the API stay as it keeps them. */
export const filtersInWords = (filters: Filters): string =>
  filters
    .map((filter) => {
      const operator = 'operator' in filter && OPERATORS.find((one) => one === filter.operator);
      return 'dimension' in filter && operator
        ? conditionWords({ ...filter, operator })
        : JSON.stringify(filter);
    })
    .join('; ');

type Filter = Filters[number];
type Plain = Extract<Filter, { dimension: string }> & Pick<Condition, 'operator'>;

/** True for a filter that a form has fields for; those that were nested by the API have none. */
const isPlain = (filter: Filter): filter is Plain =>
  'dimension' in filter &&
  OPERATORS.some((one) => one === filter.operator) &&
  filter.values.every((value) => value !== '' && !value.includes('\n'));

/** The filters of a form; those that it has no fields for are as the segment has them. */
const filtersIn = (fields: FormTexts, before: Filters = []): Filters =>
  Array.from({ length: Number(fields['count']) }, (_, index): Filter => {
    const number = index + 1;
    const kept = before[Number(fields[`kept-${number}`] ?? -1)];
    return (
      kept ?? {
        dimension: fields[`dimension-${number}`] ?? '',
        operator: OPERATORS.find((one) => one === fields[`operator-${number}`]) ?? 'is',
        values: linesOf(fields[`values-${number}`] ?? ''),
      }
    );
  });

interface FilterFieldsProps {
  number: number;
  /** The filter at first, if there was one, and its place then. */
  first: { filter: Filter; place: number } | undefined;
  errorOf: Submission['errorOf'];
}

const FilterFields = ({ number, first, errorOf }: FilterFieldsProps) => {
  const t = texts().website;
  const filter = first?.filter;
  if (filter && !isPlain(filter))
    return (
      <p>
        <input type="hidden" name={`kept-${number}`} value={first.place} />
        {filtersInWords([filter])}
      </p>
    );
  const { dimension, operator, values } = filter ?? { dimension: 'channel', operator: 'is', values: [] };
  const known = DIMENSIONS.includes(dimension) ? DIMENSIONS : [...DIMENSIONS, dimension];
  const field = `filters.${number - 1}`;
  return (
    <>
      <Select
        label={t.dimension}
        name={`dimension-${number}`}
        chosen={dimension}
        options={known.map((one) => [one, dimensionName(one)])}
        error={errorOf(`${field}.dimension`)}
      />
      <Select
        label={t.operator}
        name={`operator-${number}`}
        chosen={operator}
        options={OPERATORS.map((one) => [one, statisticsTexts().operators[one]])}
        error={errorOf(`${field}.operator`)}
      />
      <TextArea
        label={t.values}
        name={`values-${number}`}
        rows={2}
        defaultValue={values.join('\n')}
        error={errorOf(`${field}.values`)}
        required
      />
    </>
  );
};

interface SegmentFieldsProps {
  segment?: Segment;
  errorOf: Submission['errorOf'];
}

/** The fields of a segment: its name and its filters, all of which are to be met. */
const SegmentFields = ({ segment, errorOf }: SegmentFieldsProps) => {
  const t = texts().website;
  const { rows, counter, ...change } = useRows<{ filter: Filter; place: number } | undefined>(
    segment?.filters.map((filter, place) => ({ filter, place })) ?? [],
    { fresh: undefined, least: 1, most: 20 },
  );
  return (
    <>
      <Field
        label={t.segmentName}
        name="name"
        defaultValue={segment?.name ?? ''}
        error={errorOf('name')}
        required
      />
      {counter}
      {rows.map(({ key, data }, index) => (
        <fieldset key={key}>
          <legend class="unseen">{t.filterNumber(index + 1)}</legend>
          <div class="inline">
            <FilterFields number={index + 1} first={data} errorOf={errorOf} />
            {change.canRemove && (
              <RemoveButton
                name={t.filterNumber(index + 1)}
                onRemove={() => {
                  change.remove(key);
                }}
              />
            )}
          </div>
        </fieldset>
      ))}
      <button type="button" disabled={!change.canAdd} onClick={change.add}>
        {t.addFilter}
      </button>
    </>
  );
};

const AddSegment = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  // The filters begin anew with the form.
  const [turn, setTurn] = useState(0);
  const submission = useSubmit(async (fields, form) => {
    const filters = filtersIn(fields);
    await platform.websites.segments.create(id, { name: fields['name'] ?? '', filters });
    form.reset();
    setTurn(turn + 1);
    onAdded();
  });
  return (
    <Form draft="segment" isFirst submission={submission}>
      <SegmentFields key={turn} errorOf={submission.errorOf} />
      <div class="inline">
        <button class="primary" disabled={submission.isBusy}>
          {texts().website.addSegment}
        </button>
      </div>
      <Refusal submission={submission} />
    </Form>
  );
};

/** Saved filters of a website's statistics. */
export const WebsiteSegments = ({ id }: { id: number }) => {
  const t = texts();
  const loaded = useLoad(`segments ${id}`, () => platform.websites.segments.list(id));
  const removal = useRemoval(`segments ${id}`, (segment: number) =>
    platform.websites.segments.delete(id, segment),
  );
  const [edited, setEdited] = useState<Segment | undefined>(undefined);
  return (
    <>
      {may('websites:write') && <AddSegment id={id} onAdded={loaded.reload} />}
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.website.noSegments}>
        {(segments) => (
          <Table label={t.website.tabs.segments} heads={[t.website.segmentName, t.website.filters, '']}>
            {segments.map((segment) => (
              <tr key={segment.id}>
                <td>{segment.name}</td>
                <td>{filtersInWords(segment.filters)}</td>
                <td class="actions">
                  {may('websites:write') && (
                    <>
                      <EditButton
                        name={segment.name}
                        onEdit={() => {
                          setEdited(segment);
                        }}
                      />
                      <RemoveButton
                        name={segment.name}
                        onRemove={() => {
                          removal.remove(segment.id, segment.name);
                        }}
                      />
                    </>
                  )}
                </td>
              </tr>
            ))}
          </Table>
        )}
      </Listing>
      {edited && (
        <EditDialog
          title={`${t.edit}: ${edited.name}`}
          read={() => platform.websites.segments.show(id, edited.id)}
          save={(fields, options, segment) => {
            const filters = filtersIn(fields, segment.filters);
            const changes = { name: fields['name'] ?? '', filters };
            return platform.websites.segments.update(id, edited.id, changes, options);
          }}
          onClose={() => {
            setEdited(undefined);
          }}
          onSaved={loaded.reload}
        >
          {(segment, errorOf) => <SegmentFields segment={segment} errorOf={errorOf} />}
        </EditDialog>
      )}
    </>
  );
};

/** Keeps the filters under a name. */
export const SaveSegment = ({ close }: { close: () => void }) => {
  const t = statisticsTexts();
  const { source, view, show } = useStatistics();
  const submission = useSubmit(async ({ name = '' }) => {
    const segment = await source.saveSegment?.(name, scopeOf(view).filters);
    close();
    if (!segment) return;
    notify(t.segmentSaved(name));
    show({ ...view, conditions: [], segment: segment.id });
  });
  return (
    <Modal label={t.saveSegment} onClose={close}>
      <form onSubmit={submission.onSubmit}>
        <Field label={t.segmentName} name="name" error={submission.errorOf('name')} required />
        <Refusal submission={submission} />
        <div class="inline">
          <button class="primary" disabled={submission.isBusy}>
            {t.saveSegment}
          </button>
          <button type="button" onClick={close}>
            {t.close}
          </button>
        </div>
      </form>
    </Modal>
  );
};
