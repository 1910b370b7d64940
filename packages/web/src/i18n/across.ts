import { counted } from './phrases.ts';
import { spoken } from './spoken.ts';

/** Texts of what a website, its reports and its colours say together. */
const english = {
  imports: {
    isExportOf: (name: string) => `This looks like an export of ${name}.`,
    unknown: 'Nothing tells whose export this is: choose it yourself.',
    whereTitle: 'Where each product keeps its export',
    where: {
      plausible: 'Site settings → Imports & exports → Export data. It mails a ZIP; give it as it is.',
      umami:
        'Cloud: Settings → Data → Export, a ZIP. Your own server: SELECT * FROM website_event as CSV with a head.',
      goatcounter: 'Settings → Import/export → Start export, a .csv.gz.',
      ga4: 'BigQuery export of events as JSON lines; or a report by day, Share → Download file → CSV.',
      universal_analytics: 'A report by day that you saved before July 2024, as CSV: Export → CSV.',
    },
  },
  verify: {
    title: 'Verify installation',
    arrived: (views: string, visitors: string) =>
      `Arrived and counted in the last 30 minutes: ${counted(views, 'page view', 'page views')} of ${counted(visitors, 'visitor', 'visitors')}.`,
    leftOut: 'Arrived today and left out:',
    nothingLeftOut: 'Nothing was left out today.',
    nothing:
      'Nothing has arrived today. Open one of your pages in another window, without a blocker; its source must have the tracking code, and a Content-Security-Policy must allow this host in script-src and connect-src.',
    again: 'Look again',
    advice: {
      origin: 'The page has another host than this website: add a website for that host.',
      bot: 'Browsers that a program controls are bots, too; the settings can count them.',
      excluded_ip: 'Your own address may be among those that the settings leave out.',
      excluded_page: 'The settings or the tag leave these pages out: see “What is stored”.',
      excluded_host: 'The settings leave this host out: see “What is stored”.',
      excluded_country: 'The settings leave this country out: see “What is stored”.',
      excluded_visitor: 'The settings leave visitors like this one out: see “What is stored”.',
      referrer_spam: 'The page that linked is known for spam.',
    },
  },
  clicks: {
    about:
      'Counted by element and day: no recordings, no positions, nothing that was typed, nothing about who clicked.',
    none: 'No clicks yet. Add this tag beside the tracking code; it weighs 500 bytes.',
    noneHere: 'Nobody clicked in windows of this width in this period.',
    noPicture:
      'Report on this page with a browser to see the clicks on its picture, and the words of what was clicked.',
    page: 'Page',
    otherPages: 'all other pages',
    width: 'Width',
    widths: { phone: 'Phones, less than 768 pixels', desktop: 'Wider windows' },
    map: (count: string) =>
      `Picture of the page with ${counted(count, 'element that was', 'elements that were')} clicked; the table says the same`,
    elements: 'Elements that were clicked',
    element: 'Element',
    leadsTo: 'Leads to',
    clicks: 'Clicks',
    share: 'Share',
    others: 'all others',
  },
  colors: {
    about: (pages: string) => `As phones show them on ${pages}.`,
    none: 'No page of this website has a report with a browser yet. Make one to see its colours.',
    amount: (area: string, letters: string) =>
      `${area} of the surface, ${counted(letters, 'letter', 'letters')}`,
    failing: 'Texts that are hard to read',
    noneFails: 'All texts on plain grounds reach the contrast that WCAG’s level AA asks for.',
    pair: (foreground: string, background: string) => `${foreground} on ${background}`,
    ratio: (ratio: string, needed: string) => `${ratio}, needs ${needed}`,
    letters: (count: string) => counted(count, 'letter', 'letters'),
    repair: (hex: string) => `→ ${hex}`,
    makeTheme: 'Make a theme that repairs them',
    themeName: (domain: string) => `${domain}, repaired`,
    css: 'CSS to paste',
  },
  timeLine: {
    deployment: (text: string) => (/^deploy/i.test(text) ? text : `Deployment: ${text}`),
    report: (address: string, before: string, now: string) =>
      `Report on ${address}: ${before} → ${counted(now, 'point', 'points')}`,
    import: (source: string, shown: string, days: number) =>
      days === 1 ? `Import from ${source}: one day` : `Import from ${source}: ${shown} days`,
  },
  effects: {
    title: 'What fixes brought',
    about:
      'The page’s figures in the week before its report found something fixed, and in the week after. Whether the fix was the reason is yours to judge; what you say stands on the chart.',
    fixed: 'Fixed',
    more: (count: number) => `and ${count} more`,
    score: 'Points',
    visitors: 'Visitors',
    bounceRate: 'Bounce rate',
    lcp: 'LCP of visitors',
    rating: 'Your judgement',
    rate: (page: string) => `Your judgement on ${page}`,
    due: (day: string) => `The week after is over on ${day}.`,
    note: (page: string, count: number) =>
      `Fixed on ${page}: ${count === 1 ? 'one finding' : `${count} findings`}`,
  },
  fixes: {
    about:
      'The findings of this website’s page reports, those first that reach the most people: the visitors of a page in the last 30 days times the points that mending it wins.',
    orderedBy: 'Ordered by',
    orders: { visitors: 'Visitors', conversions: 'Visitors who reach a goal' },
    reaches: {
      visitors: (count: string, pages: number) =>
        `${counted(count, 'visitor', 'visitors')} ${pages === 1 ? 'on one page' : `over ${pages} pages`}`,
      conversions: (count: string, pages: number) =>
        `${counted(count, 'visitor', 'visitors')} ${pages === 1 ? 'of one page' : `over ${pages} pages`} reached a goal`,
    },
    points: (points: string) => `up to ${counted(points, 'point', 'points')} a page`,
    saves: (milliseconds: string) => `${milliseconds} ms faster`,
    fix: 'fix',
    improve: 'improve',
    onPages: 'Where',
    page: 'Page',
    people: 'Visitors in 30 days',
    converting: 'Reached a goal',
    gain: 'Points to win',
    openReport: (page: string) => `Report on ${page}`,
    more: (count: number) => (count === 1 ? 'Show one more finding' : `Show ${count} more findings`),
    none: 'No page of this website has a report yet. Report on its busiest pages to see what to fix first.',
    clean: 'The reports on this website found nothing to fix.',
    unreported: 'Busy pages without a report',
    report: 'Report',
    reportOn: (page: string) => `Report on ${page}`,
    started: (page: string) => `The report on ${page} has started. Its findings appear here.`,
    running: 'Some reports are still running.',
    vitals: 'Visitors and the laboratory',
    vitalsHint:
      'Left, what three quarters of the page’s visitors had at most in the last 30 days; right, what the report measured once as a phone on slow 4G. A report needs a browser, and the website measurements of its visitors.',
    field: 'Visitors',
    lab: 'Report',
    noField: 'Nobody has measured it yet.',
    older: (reports: number) => `Only the ${reports} reports with the most visitors are looked at.`,
  },
};

const german: typeof english = {
  imports: {
    isExportOf: (name) => `Das scheint ein Export von ${name} zu sein.`,
    unknown: 'Nichts verrät, wessen Export das ist: Wählen Sie es selbst.',
    whereTitle: 'Wo die Produkte ihren Export haben',
    where: {
      plausible:
        'Site settings → Imports & exports → Export data. Es mailt ein ZIP; nehmen Sie es, wie es ist.',
      umami:
        'Cloud: Settings → Data → Export, ein ZIP. Eigener Server: SELECT * FROM website_event als CSV mit Kopfzeile.',
      goatcounter: 'Settings → Import/export → Start export, eine .csv.gz.',
      ga4: 'BigQuery-Export der Ereignisse als JSON-Zeilen; oder ein Bericht nach Tagen, Teilen → Datei herunterladen → CSV.',
      universal_analytics: 'Ein Bericht nach Tagen, vor Juli 2024 als CSV gesichert: Exportieren → CSV.',
    },
  },
  verify: {
    title: 'Installation prüfen',
    arrived: (views, visitors) =>
      `In den letzten 30 Minuten angekommen und gezählt: ${counted(views, 'Seitenaufruf', 'Seitenaufrufe')} von ${counted(visitors, 'Besucher', 'Besuchern')}.`,
    leftOut: 'Heute angekommen und nicht gezählt:',
    nothingLeftOut: 'Heute wurde nichts ausgelassen.',
    nothing:
      'Heute ist nichts angekommen. Öffnen Sie eine Ihrer Seiten in einem anderen Fenster, ohne Blocker; ihr Quelltext muss den Tracking-Code haben, und eine Content-Security-Policy muss diesen Host in script-src und connect-src erlauben.',
    again: 'Noch einmal nachsehen',
    advice: {
      origin: 'Die Seite hat einen anderen Host als diese Website: Legen Sie eine Website für ihn an.',
      bot: 'Auch Browser, die ein Programm steuert, sind Bots; die Einstellungen können sie zählen.',
      excluded_ip: 'Ihre eigene Adresse ist vielleicht unter denen, die die Einstellungen auslassen.',
      excluded_page: 'Die Einstellungen oder der Tag lassen diese Seiten aus: siehe „Was gespeichert wird“.',
      excluded_host: 'Die Einstellungen lassen diesen Host aus: siehe „Was gespeichert wird“.',
      excluded_country: 'Die Einstellungen lassen dieses Land aus: siehe „Was gespeichert wird“.',
      excluded_visitor: 'Die Einstellungen lassen Besucher wie diesen aus: siehe „Was gespeichert wird“.',
      referrer_spam: 'Die verweisende Seite ist für Spam bekannt.',
    },
  },
  clicks: {
    about:
      'Gezählt nach Element und Tag: keine Aufzeichnungen, keine Positionen, nichts Getipptes, nichts darüber, wer geklickt hat.',
    none: 'Noch keine Klicks. Setzen Sie diese Zeile neben den Tracking-Code; sie wiegt 500 Byte.',
    noneHere: 'In Fenstern dieser Breite hat in diesem Zeitraum niemand geklickt.',
    noPicture:
      'Lassen Sie mit einem Browser über diese Seite berichten, um die Klicks auf ihrem Bild und die Worte des Geklickten zu sehen.',
    page: 'Seite',
    otherPages: 'alle anderen Seiten',
    width: 'Breite',
    widths: { phone: 'Telefone, unter 768 Pixeln', desktop: 'Breitere Fenster' },
    map: (count) =>
      `Bild der Seite mit ${counted(count, 'geklickten Element', 'geklickten Elementen')}; die Tabelle sagt dasselbe`,
    elements: 'Geklickte Elemente',
    element: 'Element',
    leadsTo: 'Führt zu',
    clicks: 'Klicks',
    share: 'Anteil',
    others: 'alle übrigen',
  },
  colors: {
    about: (pages) => `Wie Telefone sie auf ${pages} zeigen.`,
    none: 'Über keine Seite dieser Website gibt es einen Bericht mit Browser. Lassen Sie einen machen, um ihre Farben zu sehen.',
    amount: (area, letters) => `${area} der Fläche, ${counted(letters, 'Buchstabe', 'Buchstaben')}`,
    failing: 'Schwer lesbare Texte',
    noneFails: 'Alle Texte auf einfarbigem Grund erreichen den Kontrast, den WCAG in Stufe AA verlangt.',
    pair: (foreground, background) => `${foreground} auf ${background}`,
    ratio: (ratio, needed) => `${ratio}, nötig ${needed}`,
    letters: (count) => counted(count, 'Buchstabe', 'Buchstaben'),
    repair: (hex) => `→ ${hex}`,
    makeTheme: 'Theme anlegen, das sie behebt',
    themeName: (domain) => `${domain}, behoben`,
    css: 'CSS zum Einfügen',
  },
  timeLine: {
    deployment: (text) => (/^deploy/i.test(text) ? text : `Deployment: ${text}`),
    report: (address, before, now) =>
      `Bericht über ${address}: ${before} → ${counted(now, 'Punkt', 'Punkte')}`,
    import: (source, shown, days) =>
      days === 1 ? `Import aus ${source}: ein Tag` : `Import aus ${source}: ${shown} Tage`,
  },
  effects: {
    title: 'Was Behebungen brachten',
    about:
      'Die Zahlen der Seite in der Woche, bevor ihr Bericht etwas behoben fand, und in der Woche danach. Ob es daran lag, beurteilen Sie; Ihr Urteil steht im Diagramm.',
    fixed: 'Behoben',
    more: (count) => `und ${count} mehr`,
    score: 'Punkte',
    visitors: 'Besucher',
    bounceRate: 'Absprungrate',
    lcp: 'LCP der Besucher',
    rating: 'Ihr Urteil',
    rate: (page) => `Ihr Urteil zu ${page}`,
    due: (day) => `Die Woche danach ist am ${day} vorbei.`,
    note: (page, count) => `Behoben auf ${page}: ${count === 1 ? 'ein Befund' : `${count} Befunde`}`,
  },
  fixes: {
    about:
      'Die Befunde der Seitenberichte dieser Website; zuerst die, die am meisten Menschen betreffen: die Besucher einer Seite in den letzten 30 Tagen mal die Punkte, die eine Behebung bringt.',
    orderedBy: 'Geordnet nach',
    orders: { visitors: 'Besuchern', conversions: 'Besuchern, die ein Ziel erreichen' },
    reaches: {
      visitors: (count, pages) =>
        pages === 1 ? `${count} Besucher auf einer Seite` : `${count} Besucher auf ${pages} Seiten`,
      conversions: (count, pages) =>
        `${count} Besucher ${pages === 1 ? 'einer Seite' : `auf ${pages} Seiten`} ${count === '1' ? 'erreichte' : 'erreichten'} ein Ziel`,
    },
    points: (points) => `bis zu ${counted(points, 'Punkt', 'Punkte')} je Seite`,
    saves: (milliseconds) => `${milliseconds} ms schneller`,
    fix: 'beheben',
    improve: 'verbessern',
    onPages: 'Wo',
    page: 'Seite',
    people: 'Besucher in 30 Tagen',
    converting: 'Erreichten ein Ziel',
    gain: 'Mögliche Punkte',
    openReport: (page) => `Bericht über ${page}`,
    more: (count) => (count === 1 ? 'Einen weiteren Befund zeigen' : `${count} weitere Befunde zeigen`),
    none: 'Über keine Seite dieser Website gibt es einen Bericht. Lassen Sie über die meistbesuchten berichten, um zu sehen, was zuerst zu beheben ist.',
    clean: 'Die Berichte über diese Website fanden nichts zu beheben.',
    unreported: 'Vielbesuchte Seiten ohne Bericht',
    report: 'Berichten',
    reportOn: (page) => `Über ${page} berichten`,
    started: (page) => `Der Bericht über ${page} hat begonnen. Seine Befunde erscheinen hier.`,
    running: 'Einige Berichte laufen noch.',
    vitals: 'Besucher und Labor',
    vitalsHint:
      'Links, was drei Viertel der Besucher einer Seite in den letzten 30 Tagen höchstens hatten; rechts, was der Bericht einmal als Telefon mit langsamem 4G gemessen hat. Der Bericht braucht dazu einen Browser, die Website Messungen ihrer Besucher.',
    field: 'Besucher',
    lab: 'Bericht',
    noField: 'Noch hat es niemand gemessen.',
    older: (reports) => `Nur die ${reports} Berichte mit den meisten Besuchern werden betrachtet.`,
  },
};

/** The texts of what the services say together; they load with the screens that show it. */
export const acrossTexts = (): typeof english => spoken({ en: english, de: german });
