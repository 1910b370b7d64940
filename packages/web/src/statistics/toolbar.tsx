import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

import { formatNumber } from '../i18n/format.ts';
import { usePoll } from '../loading/timing.ts';
import { formatDays } from './format.ts';
import { Choice, Go, OtherParameters } from './go.tsx';
import type { Days } from './source.ts';
import { statisticsTexts } from './texts.ts';
import { useAnswer, useStatistics } from './use-answer.ts';
import { addDays, comparisonText, COMPARISONS, PRESETS, stepped } from './view.ts';
import type { View } from './view.ts';

/** Periods that are one click away. */
const QUICK = ['realtime', 'today', 'yesterday', '7d', '28d', '12mo'] as const;

const LIVE_MILLISECONDS = 15_000;

/** How many people are on the website now; the way to the live view. */
export const VisitorsNow = () => {
  const t = statisticsTexts();
  const { view } = useStatistics();
  const live = useAnswer('live', (source) => source.live());
  usePoll(true, live.retry, LIVE_MILLISECONDS);
  const visitors = live.data?.last_5_minutes.visitors;
  if (visitors === undefined) return null;
  return (
    <Go class="now" to={{ ...view, period: 'realtime' }}>
      {t.now(formatNumber(visitors), visitors)}
    </Go>
  );
};

/** Opens over the page and closes on Escape or a click elsewhere, which browsers do themselves. */
export const Popover = ({
  label,
  name,
  class: button,
  children,
}: {
  label: ComponentChildren;
  name: string;
  class?: string;
  children: (close: () => void) => ComponentChildren;
}) => {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const place = (): void => {
      const [box, at] = [panel.current, opener.current?.getBoundingClientRect()];
      if (!box || !at) return;
      const left = Math.max(8, Math.min(at.left, document.documentElement.clientWidth - box.offsetWidth - 8));
      box.style.left = `${left + scrollX}px`;
      box.style.top = `${at.bottom + scrollY + 4}px`;
    };
    const toggled = (event: Event): void => {
      if ((event as ToggleEvent).newState === 'open') place();
    };
    panel.current?.addEventListener('toggle', toggled);
    return () => panel.current?.removeEventListener('toggle', toggled);
  }, []);
  return (
    <>
      <button ref={opener} type="button" class={button} popovertarget={id} aria-haspopup="dialog">
        {label}
      </button>
      <div ref={panel} id={id} popover="auto" role="dialog" aria-label={name} class="popover">
        {children(() => panel.current?.hidePopover())}
      </div>
    </>
  );
};

interface RangeFormProps {
  readonly title: string;
  readonly days: Days;
  readonly today: string;
  readonly onChosen: (days: Days) => void;
  /** In front of the names of the fields, by which a form without a script is sent. */
  readonly prefix?: string;
  /** Keeps the rest of the address where the form is sent without a script. */
  readonly children?: ComponentChildren;
}

const RangeForm = ({ title, days, today, onChosen, prefix = '', children }: RangeFormProps) => {
  const t = statisticsTexts();
  return (
    <form
      class="range"
      method="get"
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const [from, to] = [`${prefix}from`, `${prefix}to`]
          .map((name) => fields.get(name))
          .filter((day) => typeof day === 'string')
          .sort();
        if (from && to) onChosen({ from, to });
      }}
    >
      <fieldset>
        <legend>{title}</legend>
        <label>
          {t.from}{' '}
          <input
            type="date"
            name={`${prefix}from`}
            required
            max={addDays(today, 366)}
            defaultValue={days.from}
          />
        </label>
        <label>
          {t.to}{' '}
          <input type="date" name={`${prefix}to`} required max={addDays(today, 366)} defaultValue={days.to} />
        </label>
        {children}
        <button class="primary">{t.apply}</button>
      </fieldset>
    </form>
  );
};

const periodName = (period: View['period']): string =>
  typeof period === 'object' ? formatDays(period) : statisticsTexts().periods[period];

/** The choice of days: the usual ones at once, the others in a panel, and the ones before and after. */
export const Toolbar = ({ days, today }: { days: Days | undefined; today: string | undefined }) => {
  const t = statisticsTexts();
  const { view, show } = useStatistics();
  const isQuick = QUICK.some((period) => period === view.period);
  const step = (direction: -1 | 1): Days | undefined =>
    days && today && view.period !== 'realtime' ? stepped(days, direction, today) : undefined;
  const stepButton = (direction: -1 | 1, name: string, arrow: string) => {
    const next = step(direction);
    return (
      <Go class="step" label={name} title={name} to={next && { ...view, period: next }}>
        {arrow}
      </Go>
    );
  };
  return (
    <div class="toolbar">
      <div class="periods" role="group" aria-label={t.period}>
        {QUICK.map((period) => (
          <Go key={period} isCurrent={view.period === period} to={{ ...view, period, interval: undefined }}>
            {t.quick[period]}
          </Go>
        ))}
        <Popover
          name={t.morePeriods}
          class={isQuick ? '' : 'chosen'}
          label={<>{isQuick ? t.morePeriods : periodName(view.period)} ▾</>}
        >
          {(close) => (
            <>
              <ul class="choices">
                {PRESETS.filter((preset) => !(QUICK as readonly string[]).includes(preset)).map((preset) => (
                  <li key={preset}>
                    <Go
                      isCurrent={view.period === preset}
                      onGo={close}
                      to={{ ...view, period: preset, interval: undefined }}
                    >
                      {t.periods[preset]}
                    </Go>
                  </li>
                ))}
              </ul>
              {days && today && (
                <RangeForm
                  key={`${days.from} ${days.to}`}
                  title={t.customRange}
                  days={days}
                  today={today}
                  onChosen={(period) => {
                    close();
                    show({ ...view, period });
                  }}
                >
                  <OtherParameters except={['period', 'from', 'to']} />
                </RangeForm>
              )}
            </>
          )}
        </Popover>
      </div>
      <div class="steps">
        {stepButton(-1, t.back, '‹')}
        {stepButton(1, t.forward, '›')}
      </div>
      <Choice
        name="compare"
        label={t.compareWith}
        value={comparisonText(view.compare)}
        choices={[
          ...COMPARISONS.map((one) => [one, t.comparisons[one]] as const),
          ...(typeof view.compare === 'object'
            ? [[comparisonText(view.compare), formatDays(view.compare)] as const]
            : []),
        ]}
        send={t.apply}
        onChoose={(value) => {
          const compare = COMPARISONS.find((one) => one === value);
          if (compare) show({ ...view, compare });
        }}
      />
      {days && today && (
        <Popover
          name={t.compareOwn}
          label={
            <>
              <span class="unseen">{t.compareOwn}</span>
              <span aria-hidden="true">… ▾</span>
            </>
          }
        >
          {(close) => (
            <RangeForm
              key={comparisonText(view.compare)}
              title={t.compareOwn}
              days={typeof view.compare === 'object' ? view.compare : (stepped(days, -1, today) ?? days)}
              today={today}
              prefix="compare_"
              onChosen={(compare) => {
                close();
                show({ ...view, compare });
              }}
            >
              <OtherParameters except={['compare']} />
            </RangeForm>
          )}
        </Popover>
      )}
    </div>
  );
};
