import type { Input, Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import type { FormTexts, Submission } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { EditButton, EditDialog } from '../edit-dialog.tsx';
import { PeriodChoice, usePeriod } from './period.tsx';

type Goal = Output<'websites.goals.list'>[number];
type Type = Goal['type'];

const TYPES = ['page', 'event', 'scroll', 'engaged'] as const satisfies readonly Type[];

const goalIn = ({ name = '', pattern = '', ...fields }: FormTexts): Input<'websites.goals.create'> => {
  const type = TYPES.find((one) => one === fields['type']) ?? 'page';
  if (type === 'page') return { name, type, pattern };
  if (type === 'event')
    return {
      name,
      type,
      pattern,
      property: fields['property'] || null,
      property_value: fields['property_value'] || null,
    };
  return { name, type, pattern: pattern || '*', threshold: Number(fields['threshold']) };
};

const USUAL_THRESHOLDS = { scroll: '50', engaged: '30' };

/** The fields of a goal: only those that its kind has. */
const GoalFields = ({
  goal,
  errorOf,
}: {
  goal?: Output<'websites.goals.show'>;
  errorOf: Submission['errorOf'];
}) => {
  const t = texts().websites;
  const [type, setType] = useState<Type>(goal?.type ?? 'page');
  const isMeasured = type === 'scroll' || type === 'engaged';
  return (
    <>
      <Field
        label={t.goalName}
        name="name"
        defaultValue={goal?.name ?? ''}
        error={errorOf('name')}
        required
      />
      <Select
        label={t.goalType}
        name="type"
        chosen={goal?.type ?? 'page'}
        options={TYPES.map((one) => [one, t.goalTypes[one]] as const)}
        onChange={(event) => {
          setType(TYPES.find((one) => one === event.currentTarget.value) ?? 'page');
        }}
        error={errorOf('type')}
      />
      <Field
        label={isMeasured ? t.goalPage : t.goalPattern}
        hint={isMeasured ? t.goalAnyPage : undefined}
        name="pattern"
        defaultValue={goal?.pattern ?? ''}
        error={errorOf('pattern')}
        required={!isMeasured}
      />
      {isMeasured && (
        <Field
          key={type}
          label={t.goalThresholds[type]}
          name="threshold"
          type="number"
          min={1}
          max={type === 'scroll' ? 100 : undefined}
          defaultValue={goal?.threshold?.toString() ?? USUAL_THRESHOLDS[type]}
          error={errorOf('threshold')}
          required
        />
      )}
      {type === 'event' && (
        <>
          <Field
            label={t.goalProperty}
            name="property"
            defaultValue={goal?.property ?? ''}
            error={errorOf('property')}
          />
          <Field
            label={t.goalPropertyValue}
            name="property_value"
            defaultValue={goal?.property_value ?? ''}
            error={errorOf('property_value')}
          />
        </>
      )}
    </>
  );
};

const AddGoal = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  // The fields that a kind has begin anew with the form.
  const [turn, setTurn] = useState(0);
  const submission = useSubmit(async (fields, form) => {
    await platform.websites.goals.create(id, goalIn(fields));
    form.reset();
    setTurn(turn + 1);
    onAdded();
  });
  return (
    <Form class="inline" draft="goal" isFirst submission={submission}>
      <GoalFields key={turn} errorOf={submission.errorOf} />
      <button class="primary" disabled={submission.isBusy}>
        {texts().create}
      </button>
      <Refusal submission={submission} />
    </Form>
  );
};

/** What a goal counts, in words. */
export const countedBy = ({
  type,
  pattern,
  threshold,
  property,
  property_value: value,
}: Pick<Goal, 'pattern' | 'threshold' | 'property' | 'property_value'> & { type: string }): string => {
  const t = texts().websites;
  const page = pattern === '*' || pattern === '' ? t.anyPage : pattern;
  if (type === 'scroll') return t.scrolledOf(formatNumber(threshold ?? 0), page);
  if (type === 'engaged') return t.engagedOf(formatNumber(threshold ?? 0), page);
  if (property === null) return pattern;
  return value === null ? `${pattern} (${property})` : `${pattern} (${property}: ${value})`;
};

/** A website's goals with their conversions. */
export const WebsiteGoals = ({ id, timezone }: { id: number; timezone: string }) => {
  const t = texts().websites;
  const period = usePeriod(timezone);
  const loaded = useLoad(`goals ${id} ${period.from}`, () =>
    platform.websites.goals.list(id, { from: period.from }),
  );
  const removal = useRemoval(`goals ${id}`, (goal: number) => platform.websites.goals.delete(id, goal));
  const [edited, setEdited] = useState<Goal | undefined>(undefined);
  return (
    <>
      {may('websites:write') && <AddGoal id={id} onAdded={loaded.reload} />}
      <PeriodChoice period={period} />
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.noGoals}>
        {(goals) => (
          <Table
            label={t.goals}
            heads={[
              t.goalName,
              t.goalType,
              { title: t.conversions, isNumber: true },
              { title: t.rate, isNumber: true },
              '',
            ]}
          >
            {goals.map((goal) => (
              <tr key={goal.id}>
                <td>{goal.name}</td>
                <td>{countedBy(goal)}</td>
                <td>{formatNumber(goal.conversions)}</td>
                <td>{goal.rate === null ? '' : formatShare(goal.rate)}</td>
                <td class="actions">
                  {may('websites:write') && (
                    <>
                      <EditButton
                        name={goal.name}
                        onEdit={() => {
                          setEdited(goal);
                        }}
                      />
                      <RemoveButton
                        name={goal.name}
                        onRemove={() => {
                          removal.remove(goal.id, goal.name);
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
          title={`${texts().edit}: ${edited.name}`}
          read={() => platform.websites.goals.show(id, edited.id)}
          // What it counted so far is counted anew.
          save={(fields, options) => platform.websites.goals.update(id, edited.id, goalIn(fields), options)}
          onClose={() => {
            setEdited(undefined);
          }}
          onSaved={loaded.reload}
        >
          {(goal, errorOf) => <GoalFields goal={goal} errorOf={errorOf} />}
        </EditDialog>
      )}
    </>
  );
};
