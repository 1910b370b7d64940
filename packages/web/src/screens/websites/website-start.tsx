import type { Output } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { acrossTexts } from '../../i18n/across.ts';
import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Checkbox, Field } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';
import { dayIn } from './period.tsx';

type Website = Output<'websites.show'>;

/** Says what has arrived lately, what was left out today and why, and what to do about it. */
const VerifyInstallation = ({ website }: { website: Website }) => {
  const t = acrossTexts().verify;
  const { id, timezone } = website;
  const { data, error, reload } = useLoad(`verify ${id}`, async () => {
    const [live, drops] = await Promise.all([
      platform.stats.realtime(id),
      platform.websites.drops(id, { from: dayIn(timezone, Date.now()) }),
    ]);
    return { arrived: live.last_30_minutes, totals: drops.totals };
  });
  const names: Readonly<Record<string, string>> = texts().website.dropReasons;
  const advice: Readonly<Record<string, string>> = t.advice;
  const left = Object.entries(data?.totals ?? {}).sort(([, a], [, b]) => b - a);
  return (
    <section>
      <h2>{t.title}</h2>
      <Problem error={error} retry={reload} />
      {data && (
        <div role="status">
          <p>{t.arrived(formatNumber(data.arrived.pageviews), formatNumber(data.arrived.visitors))}</p>
          {left.length === 0 && <p>{data.arrived.pageviews > 0 ? t.nothingLeftOut : t.nothing}</p>}
          {left.length > 0 && (
            <>
              <p>{t.leftOut}</p>
              <ul>
                {left.map(([reason, count]) => (
                  <li key={reason}>
                    <strong>
                      {names[reason] ?? reason}: {formatNumber(count)}
                    </strong>{' '}
                    {advice[reason]}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
      <button type="button" onClick={reload}>
        {t.again}
      </button>
    </section>
  );
};

const EVERY_MILLISECONDS = 3_000;

/** Waits for the first visit, and then shows how many there are at present. */
const FirstVisit = ({ id, onArrived }: { id: number; onArrived: (() => void) | undefined }) => {
  const t = texts();
  const live = useLoad(`live ${id}`, () => platform.stats.realtime(id));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) live.reload();
    }, EVERY_MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, [id]);
  const visitors = live.data?.last_30_minutes.visitors ?? 0;
  return (
    <>
      <p class={visitors > 0 ? 'arrived' : 'waiting'} role="status">
        {visitors > 0 ? `${t.websites.arrived} ${t.websites.live(visitors)}` : t.websites.waiting}
      </p>
      {visitors > 0 && onArrived && (
        <button type="button" class="primary" onClick={onArrived}>
          {t.websites.statistics}
        </button>
      )}
    </>
  );
};

type TagChoice = Readonly<Partial<Record<'manual' | 'canonical' | 'hash' | 'exclude' | 'include', string>>>;

/** The tracking code with attributes for what was chosen. */
const tagWith = (code: string, options: TagChoice): string => {
  const chosen = Object.entries(options);
  const attributes = chosen.map(([name, value]) =>
    value === '' ? ` data-${name}` : ` data-${name}="${value.replaceAll('"', '&quot;')}"`,
  );
  // The larger script knows these.
  const asked = chosen.map(([name]) => name).filter((name) => name === 'manual' || name === 'canonical');
  const query = asked.length === 0 ? '' : `?${asked.join('&')}`;
  return code
    .replace(/src="([^"]*)"/, (_, address: string) => `src="${address}${query}"`)
    .replace('></script>', `${attributes.join('')}></script>`);
};

/** Settings that a website's tag can carry. */
const TagOptions = ({ onChange }: { onChange: (options: TagChoice) => void }) => {
  const t = texts().website;
  const [options, setOptions] = useState<TagChoice>({});
  const choose = (name: keyof TagChoice, value: string | undefined): void => {
    const { [name]: _, ...others } = options;
    const next = value === undefined ? others : { ...others, [name]: value };
    setOptions(next);
    onChange(next);
  };
  const flags = [
    ['canonical', t.tagCanonical],
    ['manual', t.tagManual],
    ['hash', t.tagHash],
  ] as const;
  const lists = [
    ['exclude', t.tagExclude, '/admin/*, /preview/*'],
    ['include', t.tagInclude, '/blog/*'],
  ] as const;
  return (
    <details>
      <summary>{t.tagOptions}</summary>
      <div class="stack">
        {flags.map(([name, label]) => (
          <Checkbox
            key={name}
            label={label}
            name={`tag_${name}`}
            defaultChecked={false}
            onChange={(isOn) => {
              choose(name, isOn ? '' : undefined);
            }}
          />
        ))}
        {lists.map(([name, label, placeholder]) => (
          <Field
            key={name}
            label={label}
            name={`tag_${name}`}
            placeholder={placeholder}
            onInput={(event) => {
              choose(name, event.currentTarget.value.trim() || undefined);
            }}
          />
        ))}
      </div>
    </details>
  );
};

/** The tracking code and the first visit. */
export const WebsiteStart = ({
  website,
  onArrived,
}: {
  website: Output<'websites.show'>;
  /** Called by those who want to see what has arrived; absent where it is seen elsewhere. */
  onArrived?: () => void;
}) => {
  const t = texts();
  const { id } = website;
  const [options, setOptions] = useState<TagChoice>({});
  const code = tagWith(website.tracking_code, options);
  return (
    <>
      <section>
        <h2>{t.websites.trackingCode}</h2>
        <p class="quiet">{t.websites.trackingHint}</p>
        <div class="code">
          <code>{code}</code>
          <CopyButton text={code} />
        </div>
        <TagOptions onChange={setOptions} />
        {may('stats:read') && <FirstVisit id={id} onArrived={onArrived} />}
      </section>
      {may('stats:read') && <VerifyInstallation website={website} />}
    </>
  );
};
