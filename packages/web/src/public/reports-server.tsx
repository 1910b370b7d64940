import './styles.ts';
import './public.css';
import './reports.css';

import type {
  ChecksContent,
  ReportContent,
  ReportPages,
  ReportSubject,
} from '@platform/pages/reports-contract';
import { h } from 'preact';
import type { ComponentChildren, ComponentType } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { reportDocumentTexts } from '../i18n/public-pages.ts';
import { language } from '../i18n/spoken.ts';
import { withoutExplanations } from '../report/category.tsx';
import type { CategoryProps } from '../report/category.tsx';
import { ReportView } from '../report/report-view.tsx';
import type { DrawPart } from '../report/report-view.tsx';
import { reportTexts } from '../report/texts.ts';
import { Waterfall } from '../report/waterfall.tsx';
import { timeText } from '../report/wording.ts';
import { SiteTrend, SiteView } from '../site/site-view.tsx';
import { shownAddress } from '../ui/address.ts';
import { Logo } from '../ui/icon.tsx';
import { documentOf, PageJson, PasswordForm } from './document.tsx';
import type { DocumentProps } from './document.tsx';
import { LIVE } from './live-parts.ts';
import type { LiveName, LiveProps } from './live-parts.ts';
import { keptOf } from './public-statistics.tsx';

const ROBOTS = 'noindex, nofollow';
const LANGUAGE_NAMES = { en: 'English', de: 'Deutsch' } as const;

/**
 * Draws a part with its data right behind it. A browser makes it live from there; and what a page says
 * twice within 32 KB, gzip says once.
 */
const Live = <Name extends LiveName>({ name, props }: { name: Name; props: LiveProps<Name> }) => (
  <>
    <div class="live">{h(LIVE[name] as ComponentType<object>, props)}</div>
    <PageJson
      data-of={name}
      data={name === 'category' ? withoutExplanations(props as CategoryProps) : props}
    />
  </>
);

const drawLive: DrawPart = (name, props) => <Live name={name} props={props} />;

interface FrameProps {
  readonly of: ReportSubject;
  /** Query of the address; undefined where the page has no other language. */
  readonly search?: string | undefined;
  readonly children: ComponentChildren;
}

/** Surrounds every page: with its kind, a link to it in the other language, and one to what is checked. */
const Frame = ({ of, search, children }: FrameProps) => {
  const t = reportDocumentTexts();
  const other = language.value === 'de' ? 'en' : 'de';
  const kept = search === undefined ? '' : keptOf(search, ['access']);
  return (
    <>
      <header class="public-head report-head">
        <p>
          <Logo /> {t.kicker[of]}
        </p>
        {search !== undefined && (
          <a
            href={`?${kept === '' ? '' : `${kept}&`}lang=${other}`}
            hreflang={other}
            lang={other}
            rel="nofollow"
          >
            {LANGUAGE_NAMES[other]}
          </a>
        )}
      </header>
      <main class="report-main" tabIndex={-1}>
        {children}
      </main>
      <footer class="public-foot report-foot">
        <a href="/r/checks">{t.checksLink}</a>
      </footer>
    </>
  );
};

const Message = ({ heading, text }: { heading: string; text: string }) => (
  <section class="panel">
    <h1>{heading}</h1>
    <p>{text}</p>
  </section>
);

const hostOf = (url: string): string =>
  shownAddress(url).replace(/^[a-z]+:\/\/([^/?#]+)(?:[/?#].*)?$/is, '$1');

const ReportBody = ({ content, isPrinted }: { content: ReportContent; isPrinted: boolean }) => {
  const t = reportTexts();
  const { report } = content;
  const { url, status, generated_at: at, error_message: failure } = report;
  if (report.checks.length === 0)
    return status === 'failed' ? (
      <Message heading={t.noResult} text={`${failure ?? ''} (${url})`} />
    ) : (
      <Message {...t.generating} />
    );
  return (
    <>
      <h1>{shownAddress(url)}</h1>
      {at !== null && <p class="quiet">{t.generatedOn(timeText(at))}</p>}
      <ReportView
        content={content}
        hrefOf={(category) => `#category-${category}`}
        {...(!isPrinted && { draw: drawLive })}
      />
    </>
  );
};

/** The documentation of every check. */
const Checks = ({ content: { version, weights, categories } }: { content: ChecksContent }) => {
  const t = reportDocumentTexts();
  const count = categories.reduce((sum, { checks }) => sum + checks.length, 0);
  return (
    <>
      <h1>{t.checksHeading}</h1>
      <p>{t.checksIntro(count, weights, version)}</p>
      {categories.map(({ id: category, title: name, share, checks }) => (
        <section key={category} class="panel" aria-labelledby={`category-${category}`}>
          <h2 id={`category-${category}`}>{name}</h2>
          <p class="quiet">
            {t.share(checks.length, share)}
            {category === 'accessibility' && t.withContent}
          </p>
          {checks.map(({ id, title, importance, isRare, why, thresholds, fix, wcag, sources }) => (
            <article key={id} class="finding" id={id}>
              <h3>{title}</h3>
              <p class="quiet">
                <code>{id}</code> {t.importances[importance]}
                {isRare && t.rare}
              </p>
              <p>{why}</p>
              <p>{thresholds}</p>
              {wcag.length > 0 && <p>WCAG 2.2: {wcag.join('; ')}</p>}
              <p>
                <strong>{t.toDo}</strong> {fix}
              </p>
              <ul>
                {sources.map((source) => (
                  <li key={source}>
                    <a href={source} rel="noreferrer">
                      {source.replace('https://', '')}
                    </a>
                  </li>
                ))}
              </ul>
            </article>
          ))}
        </section>
      ))}
    </>
  );
};

/** For paper: no pictures that it doesn't show, as each would be in the file. */
const withoutPictures = (content: ReportContent): ReportContent => ({
  ...content,
  report: {
    ...content.report,
    filmstrip: [],
    checks: content.report.checks.map((check) => ({
      ...check,
      items: check.items.map((item) => ({ ...item, place: item.place && { ...item.place, box: null } })),
    })),
  },
});

const usual = (title: string, children: ComponentChildren): DocumentProps => ({
  title,
  robots: ROBOTS,
  children,
});

/** The pages of the reports service, which imports them. */
export const pages: ReportPages = {
  report: ({ content, language: spoken, search, isPrinted = false }) =>
    documentOf(spoken, () => {
      const t = reportDocumentTexts();
      const { url, score, checks } = content.report;
      const host = hostOf(url);
      const hasResult = checks.length > 0 && score !== null;
      return {
        ...usual(
          hasResult ? t.reportTitle(host, score) : t.pendingTitle(host),
          <Frame of="report" search={search}>
            <ReportBody content={isPrinted ? withoutPictures(content) : content} isPrinted={isPrinted} />
          </Frame>,
        ),
        description: t.describe.report(url),
        isLive: hasResult,
        isPrinted,
      };
    }),
  site: ({ content, language: spoken, search, isPrinted = false }) =>
    documentOf(spoken, () => {
      const t = reportDocumentTexts();
      const { url, score } = content.site;
      const { crawls } = content;
      return {
        ...usual(
          t.siteTitle(hostOf(url), score),
          <Frame of="site" search={search}>
            <h1>{shownAddress(url)}</h1>
            <SiteView
              content={content}
              hrefOf={(category) => `#category-${category}`}
              trend={isPrinted ? <SiteTrend crawls={crawls} /> : <Live name="siteTrend" props={{ crawls }} />}
              hasProblems
              hasState
            />
          </Frame>,
        ),
        description: t.describe.site(url),
        isLive: true,
        isPrinted,
      };
    }),
  checks: ({ content, language: spoken, search }) =>
    documentOf(spoken, () => {
      const t = reportDocumentTexts();
      return {
        ...usual(
          t.checksTitle,
          <Frame of="report" search={search}>
            <Checks content={content} />
          </Frame>,
        ),
        description: t.describe.checks,
      };
    }),
  password: ({ of, action, message, language: spoken }) =>
    documentOf(spoken, () => {
      const t = reportDocumentTexts();
      return usual(
        t.passwordTitle[of],
        <Frame of={of}>
          <section class="panel narrow">
            <h1>{t.password.heading[of]}</h1>
            <p>{t.password.hint}</p>
            <PasswordForm action={action} message={message} label={t.password.label} show={t.password.show} />
          </section>
        </Frame>,
      );
    }),
  fault: ({ of, fault, advice, language: spoken }) =>
    documentOf(spoken, () => {
      const t = reportDocumentTexts();
      const { heading, text } = t[fault][of];
      return usual(
        of === 'report' ? t.kicker.report : heading,
        <Frame of={of}>
          <Message heading={heading} text={fault === 'missing' ? text : (advice ?? text)} />
        </Frame>,
      );
    }),
  small: ({ title, markup, language: spoken }) =>
    documentOf(spoken, () =>
      usual(
        title,
        <Frame of="report">
          <section class="panel narrow" dangerouslySetInnerHTML={{ __html: markup }} />
        </Frame>,
      ),
    ),
  waterfall({ report, language: spoken }) {
    language.value = spoken;
    return renderToString(<Waterfall report={report} />);
  },
};
