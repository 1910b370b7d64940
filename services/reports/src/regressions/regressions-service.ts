import { MAIL_FONT, mailLayout, UNSUBSCRIBE, createMailOutbox, messageIdOf } from '@platform/mailer';
import type { Mailer, MailMessage, UnsubscribeLinks } from '@platform/mailer';
import { html, PRIVACY } from '@platform/page-access';
import type { Html, Language, PageLinks } from '@platform/page-access';
import type { Logger } from '@platform/runtime';

import type { AuditReport } from '../audit/audit.ts';
import type { Rating } from '../audit/score.ts';
import { comparedIn } from '../checks/translate-check.ts';
import { count } from '../page/quantities.ts';
import { compareRuns } from '../runs/run.ts';
import type { ComparedCheck } from '../runs/run.ts';
import { protectedPage, reportUrl } from '../reports/report-json.ts';
import type { Report } from '../reports/report.ts';
import type { RunsStore } from '../runs/runs-store.ts';
import type { RegressionMail, RegressionsStore } from './regressions-store.ts';

const RATINGS: Readonly<Record<Rating, string>> = { good: 'gut', decent: 'ordentlich', bad: 'schlecht' };

const TEXTS = {
  en: {
    scores: (before: AuditReport, after: AuditReport) =>
      `${before.score} (${before.result}) before, ${after.score} (${after.result}) now`,
    same: 'No check turned from good to bad: the same findings weigh more.',
    worse: (all: number, shown: number) =>
      `${count(all, 'check')} got worse${all > shown ? `; the first ${shown} are` : ''}:`,
    subject: (page: string, before: number, after: number) => `${page}: ${before} → ${after} of 100`,
    heading: (page: string) => `${page} got worse`,
    open: 'Open the report',
    report: 'The report',
    reason: (url: string) =>
      `You get this message because your address was entered for the scheduled report on ${url}.`,
    states: { fail: 'fails', warn: 'warns' },
  },
  de: {
    scores: (before: AuditReport, after: AuditReport) =>
      `vorher ${before.score} (${RATINGS[before.result]}), jetzt ${after.score} (${RATINGS[after.result]})`,
    same: 'Keine Prüfung wurde von gut zu schlecht: Dieselben Funde wiegen mehr.',
    worse: (all: number, shown: number) =>
      `${all === 1 ? '1 Prüfung hat' : `${all} Prüfungen haben`} sich verschlechtert${all > shown ? `; die ersten ${shown}` : ''}:`,
    subject: (page: string, before: number, after: number) => `${page}: ${before} → ${after} von 100`,
    heading: (page: string) => `${page} hat sich verschlechtert`,
    open: 'Bericht öffnen',
    report: 'Der Bericht',
    reason: (url: string) =>
      `Sie bekommen diese Nachricht, weil Ihre Adresse für den wiederkehrenden Bericht über ${url} eingetragen wurde.`,
    states: { fail: 'nicht bestanden', warn: 'Warnung' },
  },
} as const;

interface RegressionMailOptions {
  readonly language: Language;
  readonly url: string;
  readonly before: AuditReport;
  readonly after: AuditReport;
  readonly reportUrl: string;
  readonly unsubscribeUrl: string;
}

const MOST_CHECKS = 10;

/** Checks that got worse, failures before warnings. */
const worseChecks = ({ language, before, after }: RegressionMailOptions): readonly ComparedCheck[] => {
  const compared = compareRuns(before.checks, after.checks);
  const failsNow = compared.unchanged.filter((check) => check.before === 'warn' && check.after === 'fail');
  const all = comparedIn(language, [...compared.new, ...failsNow]);
  return [...all.filter((check) => check.after === 'fail'), ...all.filter((check) => check.after !== 'fail')];
};

const line = ({ title, message, after }: ComparedCheck, language: Language): Html =>
  html`<tr>
    <td
      class="text line"
      style="padding:8px 8px 8px 0;border-top:1px solid #e2e3ea;font-size:14px;color:#1c1e26;${MAIL_FONT}"
    >
      <strong>${title}</strong> (${TEXTS[language].states[after === 'fail' ? 'fail' : 'warn']})<br />
      <span class="soft" style="color:#5a5f70">${message}</span>
    </td>
  </tr>`;

/** Writes the e-mail about a page that got worse, in HTML and plain text. */
const renderRegressionMail = (options: RegressionMailOptions) => {
  const { language, url, before, after, reportUrl, unsubscribeUrl } = options;
  const t = TEXTS[language];
  const { host, pathname } = new URL(url);
  const page = pathname === '/' ? host : `${host}${pathname}`;
  const scores = t.scores(before, after);
  const all = worseChecks(options);
  const shown = all.slice(0, MOST_CHECKS);
  const intro = all.length === 0 ? t.same : t.worse(all.length, shown.length);
  const subject = t.subject(page, before.score, after.score).slice(0, 200);
  const reason = t.reason(url);
  const body = html`<p class="text" style="margin:0 0 12px;font-size:15px;color:#1c1e26;${MAIL_FONT}">
      ${intro}
    </p>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
      ${shown.map((check) => line(check, language))}
    </table>`;
  const layout = {
    language,
    title: subject,
    heading: t.heading(page),
    kicker: scores,
    body,
    action: { text: t.open, url: reportUrl },
    reason,
    unsubscribeUrl,
  };
  const text = [
    `${t.heading(page)}: ${scores}`,
    intro,
    ...shown.map(
      ({ title, message, after: now }) =>
        `- ${title} (${language === 'en' ? now : t.states[now === 'fail' ? 'fail' : 'warn']}): ${message}`,
    ),
    `${t.report}: ${reportUrl}`,
    `${reason} ${UNSUBSCRIBE[language]}: ${unsubscribeUrl}`,
  ].join('\n\n');
  return { subject, text, html: mailLayout(layout).toString() };
};

export interface RegressionsServiceDeps {
  readonly store: RegressionsStore;
  readonly runs: Pick<RunsStore, 'find' | 'lastGenerated'>;
  readonly mailer: Mailer;
  readonly unsubscribing: Pick<UnsubscribeLinks, 'create'>;
  readonly pageLinks: Pick<PageLinks, 'create'>;
  readonly publicUrl: string;
  readonly logger: Logger;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

export interface RegressionsService {
  /**
   * Plans and sends the e-mails about runs that are worse than the one before. May run often and in
   * several processes at once: each recipient is told about a run once.
   * @param signal stops after the message that is being sent; the others stay planned
   */
  run(signal?: AbortSignal): Promise<void>;
}

const BATCH = 100;
const LINK_SECONDS = 30 * 86_400;

/**
 * Tells the recipients of schedules when a report got worse. The row is written with its run, and
 * the mail sent by the service, never by a worker: workers fetch strangers' pages and must not
 * reach a mail server.
 */
export const createRegressionsService = (deps: RegressionsServiceDeps): RegressionsService => {
  const { store, runs, mailer, unsubscribing, pageLinks, publicUrl, logger, now } = deps;

  /** The report’s page; for a private one, a link that its owner can see and revoke. */
  const addressOf = async (report: Report): Promise<string> => {
    const address = reportUrl(publicUrl, report);
    if (report.privacy === PRIVACY.open) return address;
    const expiresAt = Math.floor(now() / 1000) + LINK_SECONDS;
    const link = await pageLinks.create(protectedPage(report), 'E-mail that it got worse', expiresAt);
    return `${address}?${link.query}`;
  };

  const compose = async (mail: RegressionMail): Promise<MailMessage | undefined> => {
    const { report, runId, recipient, language } = mail;
    const after = await runs.find(report.id, runId);
    const before = await runs.lastGenerated(report.id, runId);
    // The run before may have been deleted since.
    if (!after?.audit || !before?.audit) return undefined;
    const link = unsubscribing.create({ subjectId: report.id, recipient });
    const unsubscribeUrl = `${publicUrl}/r/unsubscribe/${link}`;
    const message = renderRegressionMail({
      language,
      url: report.url,
      before: before.audit,
      after: after.audit,
      reportUrl: await addressOf(report),
      unsubscribeUrl,
    });
    const messageId = messageIdOf(`run-${runId}`, [runId, recipient], publicUrl);
    return { ...message, to: recipient, unsubscribeUrl, messageId };
  };

  const sendDue = createMailOutbox<RegressionMail>({
    name: 'an e-mail about a report',
    mails: store,
    mailer,
    compose,
    factsOf: ({ report }) => ({ report: report.id }),
    logger,
    now,
  });

  return {
    async run(signal) {
      while ((await store.plan(new Date(now()), BATCH)) === BATCH);
      await sendDue(signal);
    },
  };
};
