import type { ShownReport } from '@platform/pages/reports-contract';
import type { ComponentChildren } from 'preact';

import { ownPath } from '../ui/address.ts';
import { reportTexts } from './texts.ts';
import { Waterfall } from './waterfall.tsx';
import { bytesText, millisecondsText } from './wording.ts';

/** So many are in sight; the others can be unfolded. */
const IN_SIGHT = 8;

const List = ({ heading, items }: { heading: string; items: readonly ComponentChildren[] }) =>
  items.length === 0 ? null : (
    <>
      <h3>
        {heading} ({items.length})
      </h3>
      <ul>{items.slice(0, IN_SIGHT)}</ul>
      {items.length > IN_SIGHT && (
        <details>
          <summary>{reportTexts().moreOf(heading, items.length - IN_SIGHT)}</summary>
          <ul>{items.slice(IN_SIGHT)}</ul>
        </details>
      )}
    </>
  );

/** Faults while the page loaded: failed requests, and errors in the console. */
const Problems = ({ report }: { report: Pick<ShownReport, 'failed_requests' | 'console_errors'> }) => {
  const t = reportTexts();
  const { failed_requests: failures, console_errors: errors } = report;
  if (failures.length + errors.length === 0) return <p>{t.noProblem}</p>;
  return (
    <div class="troubles">
      <List
        heading={t.failedRequests}
        items={failures.map(({ url, reason }) => (
          <li key={url}>
            <code>{url}</code> <span class="note">{reason}</span>
          </li>
        ))}
      />
      <List
        heading={t.consoleErrors}
        items={errors.map((message, index) => (
          <li key={index}>
            <code>{message}</code>
          </li>
        ))}
      />
    </div>
  );
};

/** The phone’s screen at even steps of its loading. */
const Filmstrip = ({ steps }: { steps: ShownReport['filmstrip'] }) => {
  const t = reportTexts();
  if (steps.length === 0) return null;
  return (
    <>
      <h3>{t.filmstrip}</h3>
      <ol class="filmstrip">
        {steps.map(({ at, picture }) => (
          <li key={at}>
            {picture === null ? (
              <span class="blank">{t.nothingYet}</span>
            ) : (
              <img
                src={ownPath(picture)}
                alt={t.after(millisecondsText(at))}
                width={103}
                height={206}
                loading="lazy"
              />
            )}
            <span class="quiet">{millisecondsText(at)}</span>
          </li>
        ))}
      </ol>
    </>
  );
};

/** The requests by origin in words, and over time as a picture. */
const Requests = ({ report }: { report: ShownReport }) => {
  const t = reportTexts();
  const { origins, requests } = report;
  if (origins === null) return null;
  return (
    <>
      {requests !== null && requests.length > 0 && (
        <>
          <h3>{t.overTime}</h3>
          <div class="waterfall" role="group" aria-label={t.overTime} tabIndex={0}>
            <Waterfall report={report} />
          </div>
        </>
      )}
      <details>
        <summary>{t.byOrigin(origins.length)}</summary>
        <ul>
          {origins.map(({ origin, requests: number, bytes, entity, third_party: isThirdParty }) => (
            <li key={origin}>
              <code>{origin}</code> {t.requests(number)}
              {bytes > 0 && `, ${bytesText(bytes)}`}
              {isThirdParty && `, ${t.thirdParty}${entity === null ? '' : ` (${entity})`}`}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
};

/** Every violation of axe-core’s rules with its elements. */
const Violations = ({ violations }: Pick<ShownReport, 'violations'>) => {
  const t = reportTexts();
  const impacts: Readonly<Record<string, string>> = t.impacts;
  if (violations === null || violations.length === 0) return null;
  return (
    <details>
      <summary>{t.violations(violations.length)}</summary>
      <ul>
        {violations.map(({ id, title, help_url: url, impact, elements, total }) => (
          <li key={id}>
            <a href={url} rel="noopener noreferrer">
              {title}
            </a>{' '}
            ({impacts[impact] ?? impact}, {t.elements(total)})
            <ul>
              {elements.map((element, index) => (
                <li key={index}>
                  <code>{element}</code>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </details>
  );
};

/** Shows what a browser saw: measurements, pictures, what went wrong, and requests. */
export const InBrowser = ({
  report,
  children,
}: {
  report: ShownReport;
  /** The measurements, and what is done with them. */
  children: ComponentChildren;
}) => {
  const t = reportTexts();
  const { metrics, screenshots, filmstrip } = report;
  if (!metrics) return null;
  return (
    <section class="panel" aria-labelledby="browser">
      <h2 id="browser">{t.browser}</h2>
      {children}
      <Filmstrip steps={filmstrip} />
      <Problems report={report} />
      {screenshots && (
        <p class="screenshots">
          <img
            src={ownPath(screenshots.phone)}
            alt={t.phonePicture}
            width={206}
            height={412}
            loading="lazy"
          />
          <img
            src={ownPath(screenshots.desktop)}
            alt={t.desktopPicture}
            width={580}
            height={404}
            loading="lazy"
          />
        </p>
      )}
      <Requests report={report} />
      <Violations violations={report.violations} />
    </section>
  );
};
