import type { AcrossTexts } from '../english/across.ts';
import { counted } from '../counted.ts';

/** Texts of what a website, its reports and its colours say together. */
export const across: AcrossTexts = {
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
