import './report.css';

import type { Output } from '@platform/client';
import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { formatNumber } from '../../i18n/format.ts';
import { texts } from '../../i18n/language.ts';
import { ScoreGauge } from '../../ui/score-gauge.tsx';
import { ReportVitals } from './report-vitals.tsx';
import type { OnStart } from './report-vitals.tsx';

/**
 * The path of an address of the platform. The console is served by it, but maybe under another name
 * than the one that the platform was given, and its policy lets nothing in from elsewhere.
 */
export const ownPath = (url: string): string => {
  const { pathname, search } = new URL(url, location.href);
  return pathname + search;
};

type Check = Output<'reports.show'>['checks'][number];

/** The most important first. */
export const IMPORTANCES = ['critical', 'high', 'medium', 'low', 'informative'] as const;

/** Splits a message as the report page does: what is wrong, and what to do about it. */
const splitMessage = (message: string): { fault: string; remedy: string } => {
  const end = /[.!?](?= [A-ZÄÖÜ])/.exec(message)?.index ?? message.length;
  return { fault: message.slice(0, end).replace(/\.$/, ''), remedy: message.slice(end + 1).trim() };
};

const LABELS = { fail: 'fix', warn: 'improve' } as const;

type Item = Check['items'][number];
type Box = NonNullable<NonNullable<Item['place']>['box']>;

/** Of each check, so many places are shown in the picture. */
const CROPS = 3;
/** The phone's screen, and what is shown around a place, in its pixels. */
const SCREEN = { width: 412, height: 823 };
const AROUND = 24;

/** The part of the phone's picture around an element, with a frame; none for what fills the screen. */
const Crop = ({ box, picture, label }: { box: Box; picture: string; label: string }) => {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const width = Math.min(SCREEN.width, box.x + box.width) - left;
  const height = Math.min(SCREEN.height, box.y + box.height) - top;
  if (width <= 0 || height <= 0 || width * height > 0.5 * SCREEN.width * SCREEN.height) return null;
  const [x, y] = [Math.max(0, left - AROUND), Math.max(0, top - AROUND)];
  const seen = {
    width: Math.min(SCREEN.width, left + width + AROUND) - x,
    height: Math.min(SCREEN.height, top + height + AROUND) - y,
  };
  return (
    <svg
      class="crop"
      role="img"
      aria-label={label}
      viewBox={`${x} ${y} ${seen.width} ${seen.height}`}
      width={seen.width}
      height={seen.height}
    >
      <image href={ownPath(picture)} width={SCREEN.width} height={SCREEN.height} />
      <rect x={left} y={top} width={width} height={height} />
    </svg>
  );
};

/** One finding of a check: what it is, and where in the page. */
const Finding = ({ item, picture }: { item: Item; picture: string | undefined }) => {
  const t = texts().report;
  const { snippet, note, place } = item;
  return (
    <div class="item">
      <code>{snippet}</code> {note}
      {place && (place.line !== null || place.selector !== null) && (
        <p class="quiet">
          {place.line !== null && t.lineAndColumn(place.line, place.column ?? 1)} {place.selector}
        </p>
      )}
      {place?.box && picture !== undefined && (
        <Crop box={place.box} picture={picture} label={t.inPicture(place.selector ?? snippet)} />
      )}
    </div>
  );
};

/** A finding by the name that it has on the report page, or a check that has found nothing. */
export const CheckDetails = ({ check, picture }: { check: Check; picture?: string | undefined }) => {
  const t = texts();
  const { status, title, message, importance, items, total, gain, fix, wcag } = check;
  const isFinding = status === 'fail' || status === 'warn';
  const { fault, remedy } = splitMessage(message);
  return (
    <details>
      <summary>
        <span class={`badge ${status}`}>
          {isFinding ? t.report.labels[LABELS[status]] : t.report.statuses[status]}
        </span>{' '}
        {isFinding ? fault : title}{' '}
        <span class="quiet">
          {isFinding ? t.reports.importances[importance] : ''}
          {gain !== null && gain.points > 0 && `, ${t.report.points(formatNumber(gain.points))}`}
          {gain?.bytes ? `, ${t.report.savesKilobytes(formatNumber(Math.ceil(gain.bytes / 1024)))}` : ''}
          {gain?.milliseconds ? `, ${t.report.savesMilliseconds(formatNumber(gain.milliseconds))}` : ''}
        </span>
      </summary>
      {isFinding && <p class="quiet">{title}</p>}
      {wcag.length > 0 && <p class="quiet">WCAG 2.2: {wcag.join('; ')}</p>}
      <p>{fix?.sentence ?? (isFinding ? remedy : message)}</p>
      {fix !== null && fix.code !== null && (
        <pre class="paste">
          <code>{fix.code}</code>
        </pre>
      )}
      {items.map((item, index) => (
        <Finding key={index} item={item} picture={index < CROPS ? picture : undefined} />
      ))}
      {total > items.length && <p class="quiet">{t.report.andMore(total - items.length)}</p>}
    </details>
  );
};

/** Every request that the browser made for the page, and when. */
const Waterfall = ({ url }: { url: string }) => {
  const t = texts().report;
  const [isMissing, setMissing] = useState(false);
  return (
    <section>
      <h2>{t.waterfall}</h2>
      {isMissing ? (
        <p class="quiet">{t.noScreenshots}</p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label={t.waterfall}>
          <img
            class="waterfall"
            src={ownPath(url)}
            alt={t.waterfallOf}
            onError={() => {
              setMissing(true);
            }}
          />
        </div>
      )}
    </section>
  );
};

/** Findings in the order of the report page: what to fix first. */
const ReportProblems = ({ checks, picture }: { checks: readonly Check[]; picture: string | undefined }) => {
  const t = texts().reports;
  const problems = checks
    .flatMap((check) => (check.rank === null ? [] : [{ check, rank: check.rank }]))
    .toSorted((a, b) => a.rank - b.rank);
  return (
    <section>
      <h2>{t.problems}</h2>
      {problems.length === 0 && <p>{t.noProblems}</p>}
      <ol class="problems">
        {problems.map(({ check }) => (
          <li key={check.id}>
            <CheckDetails check={check} picture={picture} />
          </li>
        ))}
      </ol>
    </section>
  );
};

/** Shows the page as the browser saw it, on a desktop and a phone. */
const Screenshots = ({ desktop, phone }: { desktop: string; phone: string }) => {
  const t = texts().report;
  const [isMissing, setMissing] = useState(false);
  const miss = (): void => {
    setMissing(true);
  };
  return (
    <section>
      <h2>{t.screenshots}</h2>
      {isMissing ? (
        <p class="quiet">{t.noScreenshots}</p>
      ) : (
        <div class="screenshots">
          <img src={ownPath(desktop)} alt={t.onDesktop} onError={miss} />
          <img src={ownPath(phone)} alt={t.onPhone} onError={miss} />
        </div>
      )}
    </section>
  );
};

type ReportRecord = Output<'reports.show'>;

/** The phone's screen at even steps while the page loaded. */
const Filmstrip = ({ steps }: { steps: ReportRecord['filmstrip'] }) => {
  const t = texts().report;
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return null;
  return (
    <section>
      <h2>{t.filmstrip}</h2>
      <ol class="filmstrip">
        {steps.map(({ at, picture }) => {
          const time = `${formatNumber(at)} ms`;
          return (
            <li key={at}>
              {picture === null ? (
                <span class="blank">{t.nothingYet}</span>
              ) : (
                <img
                  src={ownPath(picture)}
                  alt={t.after(time)}
                  width={103}
                  height={206}
                  onError={() => {
                    setMissing(true);
                  }}
                />
              )}
              <span class="quiet">{time}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
};

/** Categories, what to fix first, and what the browser saw. */
export const ReportResult = ({ report, onStart }: { report: ReportRecord; onStart: OnStart }) => {
  const t = texts();
  const { path } = useLocation();
  return (
    <>
      <ul class="gauges">
        {report.categories.map((category) => (
          <li key={category.id}>
            <ScoreGauge score={category.score} result={category.result} />
            <div>
              <h2 class="small">
                <a href={`${path}?tab=checks&category=${category.id}`}>{category.title}</a>
              </h2>
              {category.result && (
                <span class={`badge ${category.result}`}>{t.reports.results[category.result]}</span>
              )}
              <p class="quiet">
                {t.reports.passed(category.passed)}, {t.report.failedCount(category.failed)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      {report.notices.map(({ code, message }) => (
        <p key={code} class="quiet">
          {message}
        </p>
      ))}
      {report.status === 'failed' && report.checks.length === 0 && <p class="empty">{t.report.noResult}</p>}
      {report.checks.length > 0 && (
        <ReportProblems checks={report.checks} picture={report.screenshots?.phone} />
      )}
      {report.metrics && <ReportVitals report={report} metrics={report.metrics} onStart={onStart} />}
      {report.filmstrip.length > 0 && <Filmstrip key={report.run_id} steps={report.filmstrip} />}
      {report.screenshots && <Screenshots {...report.screenshots} />}
      {report.waterfall !== null && <Waterfall url={report.waterfall} />}
    </>
  );
};
