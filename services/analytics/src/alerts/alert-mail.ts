import { MAIL_FONT, mailLayout, UNSUBSCRIBE } from '@platform/mailer';
import { html } from '@platform/page-access';
import type { Language } from '@platform/page-access';

import { formatRange } from '../calendar/date-range.ts';
import { formatCount } from '../metrics/number-format.ts';
import { dayOf } from './alert-watch-store.ts';
import type { AlertMessage } from './alert-watch-store.ts';

interface AlertMailOptions {
  readonly message: Pick<AlertMessage, 'alert' | 'occasion' | 'domain' | 'language'>;
  readonly statsUrl: string;
  readonly unsubscribeUrl: string;
}

/** The day of a drop, as in `25 Nov 2026`. */
const formatDay = (key: string, language: Language): string =>
  formatRange({ from: dayOf(key), to: dayOf(key) }, language);

type Told = Pick<AlertMessage, 'alert' | 'occasion' | 'domain'>;

const plural = (count: number, one: string): string =>
  `${formatCount(count)} ${one}${count === 1 ? '' : 's'}`;

const germanPlural = (count: number, one: string, many: string): string =>
  `${formatCount(count, 'de')} ${count === 1 ? one : many}`;

interface AlertTexts {
  /** The event, in one sentence. */
  readonly sentenceOf: (message: Told) => string;
  /** Why the message was sent. */
  readonly reasonOf: (message: Told) => string;
  readonly open: string;
  readonly statistics: string;
  readonly recipient: (domain: string) => string;
}

const TEXTS: Readonly<Record<Language, AlertTexts>> = {
  en: {
    sentenceOf({ alert: { rule }, occasion: { key, count, usual = 0 } }) {
      if (rule.type === 'drop')
        return `${plural(count, 'visit')} on ${formatDay(key, 'en')}, usually ${formatCount(usual)}`;
      if (rule.type === 'spike') return `${plural(count, 'visit')} within an hour`;
      if (rule.type === 'silence') return `no visit for ${plural(count, 'hour')}`;
      return `${plural(count, 'conversion')} ${rule.period === 'day' ? 'today' : 'this month'}`;
    },
    reasonOf({ alert: { name, rule }, domain }) {
      const alert = `The alert “${name}” for ${domain}`;
      if (rule.type === 'spike')
        return `${alert} goes off when ${plural(rule.threshold, 'visit')} or more begin within an hour, at most once a day.`;
      if (rule.type === 'silence')
        return `${alert} goes off when nobody comes for ${plural(rule.hours, 'hour')} in which there were visits in at least three of the last four weeks. The tracking code may be missing. After the next visit, the alert can go off again.`;
      if (rule.type === 'drop')
        return `${alert} goes off when a day has had at least ${rule.threshold} % fewer visits than usual: than the middle of the same weekday in the four weeks before. It is sent once, after the day has ended.`;
      return `${alert} goes off when a goal reaches ${plural(rule.threshold, 'conversion')} in a ${rule.period}, once per ${rule.period}.`;
    },
    open: 'Open the statistics',
    statistics: 'The statistics',
    recipient: (domain) => `You get this message because your address was entered for ${domain}.`,
  },
  de: {
    sentenceOf({ alert: { rule }, occasion: { key, count, usual = 0 } }) {
      if (rule.type === 'drop')
        return `${germanPlural(count, 'Besuch', 'Besuche')} am ${formatDay(key, 'de')}, sonst ${formatCount(usual, 'de')}`;
      if (rule.type === 'spike') return `${germanPlural(count, 'Besuch', 'Besuche')} binnen einer Stunde`;
      if (rule.type === 'silence') return `seit ${germanPlural(count, 'Stunde', 'Stunden')} kein Besuch`;
      const conversions = germanPlural(count, 'Conversion', 'Conversions');
      return `${conversions} ${rule.period === 'day' ? 'heute' : 'in diesem Monat'}`;
    },
    reasonOf({ alert: { name, rule }, domain }) {
      const alert = `Die Warnung „${name}“ für ${domain}`;
      if (rule.type === 'spike')
        return `${alert} schlägt an, wenn binnen einer Stunde ${germanPlural(rule.threshold, 'Besuch', 'Besuche')} oder mehr beginnen, höchstens einmal am Tag.`;
      if (rule.type === 'silence')
        return `${alert} schlägt an, wenn ${germanPlural(rule.hours, 'Stunde', 'Stunden')} lang niemand kommt, in denen es in mindestens drei der letzten vier Wochen Besuche gab. Vielleicht fehlt der Tracking-Code. Nach dem nächsten Besuch kann die Warnung wieder anschlagen.`;
      if (rule.type === 'drop')
        return `${alert} schlägt an, wenn ein Tag mindestens ${rule.threshold} % weniger Besuche hatte als derselbe Wochentag in den vier Wochen davor, gemessen an deren Mitte. Sie kommt einmal, nach dem Ende des Tages.`;
      const conversions = germanPlural(rule.threshold, 'Conversion', 'Conversions');
      return rule.period === 'day'
        ? `${alert} schlägt an, wenn ein Ziel an einem Tag ${conversions} erreicht, einmal am Tag.`
        : `${alert} schlägt an, wenn ein Ziel in einem Monat ${conversions} erreicht, einmal im Monat.`;
    },
    open: 'Statistik öffnen',
    statistics: 'Die Statistik',
    recipient: (domain) => `Sie bekommen diese Nachricht, weil Ihre Adresse für ${domain} eingetragen wurde.`,
  },
};

/** Writes an alert as an e-mail, in HTML and in plain text. */
export const renderAlertMail = ({ message, statsUrl, unsubscribeUrl }: AlertMailOptions) => {
  const { domain, alert, language } = message;
  const t = TEXTS[language];
  const sentence = t.sentenceOf(message);
  const subject = `${domain}: ${sentence}`;
  const reason = t.reasonOf(message);
  const body = mailLayout({
    language,
    title: subject,
    heading: `${alert.name}: ${sentence}`,
    kicker: domain,
    body: html`<p class="text" style="margin:0;font-size:15px;color:#1c1e26;${MAIL_FONT}">${reason}</p>`,
    action: { text: t.open, url: statsUrl },
    reason: t.recipient(domain),
    unsubscribeUrl,
  });
  const text = [
    `${alert.name}: ${sentence}`,
    reason,
    `${t.statistics}: ${statsUrl}`,
    `${t.recipient(domain)} ${UNSUBSCRIBE[language]}: ${unsubscribeUrl}`,
  ].join('\n\n');
  return { subject, text, html: body.toString() };
};
