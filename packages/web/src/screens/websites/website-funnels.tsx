import type { Input, Output } from '@platform/client';
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal, useRows } from '../../loading/form.tsx';
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
import { countedBy } from './website-goals.tsx';

type Funnel = Output<'websites.funnels.list'>[number];
type Step = Funnel['steps'][number];
type StepBody = Input<'websites.funnels.create'>['steps'][number];

const TYPES = ['page', 'event'] as const;

/** A page or an event without conditions: what a form has fields for. */
const isPlain = ({ goal, type, property }: Step): boolean =>
  goal === null && property === null && TYPES.some((one) => one === type);

/** The kind of a step as its form names it: a type, a goal, or a rule that has no fields here and stays. */
const kindOf = (step: Step, index: number): string => {
  if (step.goal !== null) return `goal-${step.goal}`;
  return isPlain(step) ? step.type : `kept-${index}`;
};

/** The steps of a form; those that it has no fields for are as the funnel has them. */
const stepsIn = (fields: FormTexts, funnel?: Funnel): StepBody[] =>
  Array.from({ length: Number(fields['count']) }, (_, index): StepBody => {
    const [kind = '', number] = (fields[`type-${index + 1}`] ?? '').split('-');
    const kept = kind === 'kept' ? funnel?.steps[Number(number)] : undefined;
    if (kept) {
      const { type, pattern, threshold, property, property_value } = kept;
      return { type: type as 'page', pattern, threshold, property, property_value };
    }
    if (kind === 'goal') return Number(number);
    return { type: kind === 'event' ? 'event' : 'page', pattern: fields[`pattern-${index + 1}`] ?? '' };
  });

interface StepFieldsProps {
  number: number;
  first: { kind: string; pattern: string };
  kinds: readonly (readonly [string, string])[];
  errorOf: Submission['errorOf'];
  children: ComponentChildren;
}

const StepFields = ({ number, first, kinds, errorOf, children }: StepFieldsProps) => {
  const t = texts();
  const [kind, setKind] = useState(first.kind);
  return (
    <fieldset>
      <legend class="unseen">{t.website.stepNumber(number)}</legend>
      <div class="inline">
        <Select
          label={t.website.stepNumber(number)}
          name={`type-${number}`}
          chosen={first.kind}
          options={kinds}
          onChange={(event) => {
            setKind(event.currentTarget.value);
          }}
          error={errorOf(`steps.${number - 1}`)}
        />
        {TYPES.some((one) => one === kind) && (
          <Field
            label={t.websites.goalPattern}
            name={`pattern-${number}`}
            placeholder={number === 1 ? '/' : '/checkout'}
            defaultValue={first.pattern}
            error={errorOf(`steps.${number - 1}.pattern`)}
            required
          />
        )}
        {children}
      </div>
    </fieldset>
  );
};

interface FunnelFieldsProps {
  /** The goals of the website, which steps can be. */
  goals: Output<'websites.goals.list'> | undefined;
  funnel?: Funnel;
  errorOf: Submission['errorOf'];
}

/** The fields of a funnel: its name and its steps, in their order. */
const FunnelFields = ({ goals = [], funnel, errorOf }: FunnelFieldsProps) => {
  const t = texts();
  const steps = funnel?.steps ?? [];
  const { rows, counter, ...change } = useRows(
    steps.map((step, index) => ({ kind: kindOf(step, index), pattern: step.pattern })),
    { fresh: { kind: 'page', pattern: '' }, least: 2, most: 8 },
  );
  const kinds = new Map<string, string>(TYPES.map((one) => [one, t.websites.goalTypes[one]]));
  for (const [index, step] of steps.entries())
    if (!isPlain(step))
      kinds.set(kindOf(step, index), step.goal === null ? countedBy(step) : goalNamed(step.name));
  for (const { id, name } of goals) kinds.set(`goal-${id}`, goalNamed(name));
  return (
    <>
      <Field
        label={t.website.funnelName}
        name="name"
        defaultValue={funnel?.name ?? ''}
        error={errorOf('name')}
        required
      />
      {counter}
      {rows.map(({ key, data }, index) => (
        <StepFields key={key} number={index + 1} first={data} kinds={[...kinds]} errorOf={errorOf}>
          {index > 0 && (
            <button
              type="button"
              aria-label={`${t.website.moveUp}: ${t.website.stepNumber(index + 1)}`}
              onClick={() => {
                change.raise(key);
              }}
            >
              ↑
            </button>
          )}
          {change.canRemove && (
            <RemoveButton
              name={t.website.stepNumber(index + 1)}
              onRemove={() => {
                change.remove(key);
              }}
            />
          )}
        </StepFields>
      ))}
      <button type="button" disabled={!change.canAdd} onClick={change.add}>
        {t.website.addStep}
      </button>
    </>
  );
};

const goalNamed = (name: string): string => `${texts().website.goal}: ${name}`;

interface AddFunnelProps extends Pick<FunnelFieldsProps, 'goals'> {
  id: number;
  onAdded: () => void;
}

const AddFunnel = ({ id, goals, onAdded }: AddFunnelProps) => {
  // The steps begin anew with the form.
  const [turn, setTurn] = useState(0);
  const submission = useSubmit(async (fields, form) => {
    await platform.websites.funnels.create(id, { name: fields['name'] ?? '', steps: stepsIn(fields) });
    form.reset();
    setTurn(turn + 1);
    onAdded();
  });
  return (
    <Form draft="funnel" isFirst submission={submission}>
      <FunnelFields key={turn} goals={goals} errorOf={submission.errorOf} />
      <div class="inline">
        <button class="primary" disabled={submission.isBusy}>
          {texts().website.addFunnel}
        </button>
      </div>
      <Refusal submission={submission} />
    </Form>
  );
};

/** How many visitors go how far. */
const Steps = ({ funnel }: { funnel: Funnel }) => {
  const t = texts();
  const began = funnel.steps[0]?.visitors ?? 0;
  return (
    <Table
      label={funnel.name}
      heads={[
        t.website.step,
        { title: t.websites.visitors, isNumber: true },
        t.website.share,
        { title: t.website.dropOff, isNumber: true },
      ]}
    >
      {funnel.steps.map((step, index) => (
        <tr key={index}>
          <td>{step.name}</td>
          <td>{formatNumber(step.visitors)}</td>
          <td>
            {step.visitors > 0 && <span class="bar" style={{ width: `${(100 * step.visitors) / began}%` }} />}
            {began === 0 ? '–' : formatShare(step.visitors / began)}
          </td>
          {/* Whoever never began has left nothing. */}
          <td>{index === 0 ? '–' : formatNumber(step.drop_off)}</td>
        </tr>
      ))}
    </Table>
  );
};

/** A website's funnels: how many visitors go how far. */
export const WebsiteFunnels = ({ id, timezone }: { id: number; timezone: string }) => {
  const t = texts();
  const period = usePeriod(timezone);
  const goals = useLoad(`goals ${id}`, () => platform.websites.goals.list(id)).data;
  const [edited, setEdited] = useState<Funnel | undefined>(undefined);
  const loaded = useLoad(`funnels ${id} ${period.from}`, () =>
    platform.websites.funnels.list(id, { from: period.from }),
  );
  const removal = useRemoval(`funnels ${id}`, (funnel: number) =>
    platform.websites.funnels.delete(id, funnel),
  );
  return (
    <>
      {may('websites:write') && <AddFunnel id={id} goals={goals} onAdded={loaded.reload} />}
      <PeriodChoice period={period} />
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.website.noFunnels}>
        {(funnels) =>
          funnels.map((funnel) => (
            <section key={funnel.id}>
              <div class="heading">
                <h2>{funnel.name}</h2>
                {may('websites:write') && (
                  <>
                    <EditButton
                      name={funnel.name}
                      onEdit={() => {
                        setEdited(funnel);
                      }}
                    />
                    <RemoveButton
                      name={funnel.name}
                      onRemove={() => {
                        removal.remove(funnel.id, funnel.name);
                      }}
                    />
                  </>
                )}
              </div>
              <Steps funnel={funnel} />
            </section>
          ))
        }
      </Listing>
      {edited && (
        <EditDialog
          title={`${t.edit}: ${edited.name}`}
          read={() => platform.websites.funnels.show(id, edited.id)}
          save={(fields, options, funnel) =>
            platform.websites.funnels.update(
              id,
              edited.id,
              { name: fields['name'] ?? '', steps: stepsIn(fields, funnel) },
              options,
            )
          }
          onClose={() => {
            setEdited(undefined);
          }}
          onSaved={loaded.reload}
        >
          {(funnel, errorOf) => <FunnelFields goals={goals} funnel={funnel} errorOf={errorOf} />}
        </EditDialog>
      )}
    </>
  );
};
