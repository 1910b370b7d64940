import type { Output } from '@platform/client';
import { useState } from 'preact/hooks';

import { formatNumber, formatShare } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { Listing, useLoad } from '../../loading/load.tsx';
import { RemoveButton, useRemoval } from '../../loading/removal.tsx';
import { useSubmit } from '../../loading/use-submit.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { Field, Select } from '../../ui/field.tsx';
import { Table } from '../../ui/table.tsx';
import { PeriodChoice, usePeriod } from './period.tsx';

const FEWEST = 2;
const MOST = 8;

/** The form for a funnel: its name and its steps, in their order. */
const AddFunnel = ({ id, onAdded }: { id: number; onAdded: () => void }) => {
  const t = texts();
  const [count, setCount] = useState(FEWEST);
  const numbers = Array.from({ length: count }, (_, index) => index + 1);
  const submission = useSubmit(async (fields, form) => {
    const steps = numbers.map((number) => ({
      type: fields[`type-${number}`] === 'event' ? ('event' as const) : ('page' as const),
      pattern: fields[`pattern-${number}`] ?? '',
    }));
    await platform.websites.funnels.create(id, { name: fields['name'] ?? '', steps });
    form.reset();
    setCount(FEWEST);
    onAdded();
  });
  return (
    <Form draft="funnel" isFirst submission={submission}>
      <Field label={t.website.funnelName} name="name" error={submission.errorOf('name')} required />
      {/* So that a draft has as many steps as it was left with. */}
      <input
        type="hidden"
        name="count"
        value={count}
        onInput={(event) => {
          setCount(Math.min(MOST, Math.max(FEWEST, Number(event.currentTarget.value))));
        }}
      />
      {numbers.map((number) => (
        <fieldset key={number}>
          <legend class="unseen">{t.website.stepNumber(number)}</legend>
          <div class="inline">
            <Select
              label={t.website.stepNumber(number)}
              name={`type-${number}`}
              options={(['page', 'event'] as const).map((one) => [one, t.websites.goalTypes[one]] as const)}
            />
            <Field
              label={t.websites.goalPattern}
              name={`pattern-${number}`}
              placeholder={number === 1 ? '/' : '/checkout'}
              error={submission.errorOf(`steps.${number - 1}.pattern`)}
              required
            />
          </div>
        </fieldset>
      ))}
      <div class="inline">
        <button
          type="button"
          disabled={count >= MOST}
          onClick={() => {
            setCount(count + 1);
          }}
        >
          {t.website.addStep}
        </button>
        <button class="primary" disabled={submission.isBusy}>
          {t.website.addFunnel}
        </button>
      </div>
      <Refusal submission={submission} />
    </Form>
  );
};

type Funnel = Output<'websites.funnels.list'>[number];

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
  const t = texts().website;
  const period = usePeriod(timezone);
  const loaded = useLoad(`funnels ${id} ${period.from}`, () =>
    platform.websites.funnels.list(id, { from: period.from }),
  );
  const removal = useRemoval(`funnels ${id}`, (funnel: number) =>
    platform.websites.funnels.delete(id, funnel),
  );
  return (
    <>
      {may('websites:write') && <AddFunnel id={id} onAdded={loaded.reload} />}
      <PeriodChoice period={period} />
      <Listing loaded={loaded} isShown={removal.isShown} empty={t.noFunnels}>
        {(funnels) =>
          funnels.map((funnel) => (
            <section key={funnel.id}>
              <div class="heading">
                <h2>{funnel.name}</h2>
                {may('websites:write') && (
                  <RemoveButton
                    name={funnel.name}
                    onRemove={() => {
                      removal.remove(funnel.id, funnel.name);
                    }}
                  />
                )}
              </div>
              <Steps funnel={funnel} />
            </section>
          ))
        }
      </Listing>
    </>
  );
};
