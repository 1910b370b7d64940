import type { CheckTextsOf } from './check-texts.ts';
import type * as checks from '../content/index.ts';

/** Titles, reasons and remedies of the checks on content in German. */
export const contentTexts: CheckTextsOf<typeof checks> = {
  'app-icons': {
    title: 'Die Seite lässt sich auf den Startbildschirm legen',
    failureTitle: 'Die Seite lässt sich nicht auf den Startbildschirm legen',
    why: 'Ohne Icon erscheint eine Seite auf dem Startbildschirm als unscharfes Bildschirmfoto.',
    fix: 'Ergänzen Sie <link rel="apple-touch-icon" href="…"> mit 180 × 180 Pixeln und <link rel="manifest">.',
    thresholds: 'Bestanden: apple-touch-icon oder ein Web-App-Manifest. Warnung: keines von beiden.',
  },
  charset: {
    title: 'Die Seite gibt ihre Zeichenkodierung an',
    failureTitle: 'Die Seite gibt ihre Zeichenkodierung nicht richtig an',
    why: 'Ohne Angabe raten Browser, und Umlaute und andere Zeichen werden womöglich verstümmelt.',
    fix: 'Speichern Sie die Seite als UTF-8, und machen Sie <meta charset="utf-8"> zum ersten Element des Kopfs.',
    thresholds:
      'Bestanden: UTF-8 durch Byte Order Mark, Content-Type oder ein <meta> in den ersten 1.024 Bytes. Warnung: eine andere Kodierung, oder Header und Meta-Tag widersprechen sich. Fehler: nicht oder zu spät angegeben.',
  },
  'console-errors': {
    title: 'Skripte laufen ohne Fehler',
    failureTitle: 'Skripte laufen auf Fehler',
    why: 'Ein Fehler bedeutet oft, dass ein Teil der Seite nicht funktioniert.',
    fix: 'Beheben Sie die genannten Fehler, angefangen beim ersten.',
    thresholds: 'Bestanden: kein Fehler in der Konsole des Browsers. Warnung: einige. Entfällt ohne Browser.',
  },
  'content-length': {
    title: 'Die Seite hat genug Text',
    failureTitle: 'Die Seite hat wenig Text',
    why: 'Ein paar Sätze beantworten selten eine Frage, und Suchmaschinen bevorzugen Seiten, die es tun.',
    fix: 'Schreiben Sie, was Besucher erfahren wollen, oder legen Sie dünne Seiten zusammen.',
    thresholds:
      'Bestanden: 300 Wörter oder mehr. Warnung: 150 oder mehr. Fehler: weniger. In Schriften ohne Leerzeichen zählen zwei Zeichen als ein Wort.',
  },
  'copyright-year': {
    title: 'Das Copyright-Jahr ist aktuell',
    failureTitle: 'Das Copyright-Jahr ist veraltet',
    why: 'Bei einer veralteten Fußzeile fragen sich Besucher, ob die Website noch gepflegt wird.',
    fix: 'Erzeugen Sie das Jahr aus dem Datum, oder lassen Sie es weg.',
    thresholds:
      'Das späteste Jahr nach © im Text („present“ ist dieses), verglichen mit dem Datum des Berichts. Bestanden: dieses oder das letzte Jahr. Warnung: älter. Entfällt ohne eines.',
  },
  'deprecated-tags': {
    title: 'Es werden keine überholten Elemente verwendet',
    failureTitle: 'Es werden überholte Elemente verwendet',
    why: 'Browser schaffen eines nach dem anderen ab, und sie mischen Gestaltung in den Inhalt.',
    fix: 'Verwenden Sie CSS für die Gestaltung und semantische Elemente für den Inhalt.',
    thresholds: 'Bestanden: keines, das der HTML-Standard veraltet nennt. Warnung: einige.',
  },
  doctype: {
    title: 'Das Dokument hat den HTML-Doctype',
    failureTitle: 'Dem Dokument fehlt der HTML-Doctype',
    why: 'Ohne ihn ordnen Browser die Seite nach den Regeln der 1990er-Jahre an (Quirks-Modus).',
    fix: 'Machen Sie <!doctype html> zur ersten Zeile.',
    thresholds:
      'Bestanden: <!doctype html>, das den Standardmodus ergibt. Fehler: keiner oder einer, der den Quirks-Modus oder den eingeschränkten ergibt. Entfällt bei Seiten, die als application/xhtml+xml gesendet werden.',
  },
  'duplicate-ids': {
    title: 'Jede id wird einmal verwendet',
    failureTitle: 'Eine id wird mehr als einmal verwendet',
    why: 'Labels, Links und Skripte finden nur das erste Element mit einer id.',
    fix: 'Geben Sie jedem Element eine eigene id, oder verwenden Sie eine Klasse.',
    thresholds: 'Bestanden: keine kommt mehrfach vor. Warnung: einige.',
  },
  'empty-sources': {
    title: 'Kein Bild, Skript oder Link hat eine leere Adresse',
    failureTitle: 'Bilder, Skripte oder Links haben eine leere Adresse',
    why: 'Ein leeres src zeigt ein kaputtes Bild, und manche Browser fordern die Seite dann ein zweites Mal an.',
    fix: 'Tragen Sie die Adresse ein, oder entfernen Sie das Element.',
    thresholds: 'Bestanden: keine ist leer. Warnung: einige.',
  },
  'failed-requests': {
    title: 'Keine Anfrage der Seite scheitert',
    failureTitle: 'Anfragen der Seite scheitern',
    why: 'Auch Skripte fordern Dateien und Daten an. Was sie nicht bekommen, fehlt auf der Seite.',
    fix: 'Berichtigen oder entfernen Sie, was diese Adressen anfordert.',
    thresholds:
      'Nennt Anfragen ohne Antwort oder mit einem Status von 400 oder darüber. Informiert nur. Entfällt ohne Browser.',
  },
  'fragment-links': {
    title: 'Links innerhalb der Seite führen ans Ziel',
    failureTitle: 'Links innerhalb der Seite führen ins Leere',
    why: 'Ein Link auf #preise tut nichts, wenn kein Element diese id hat.',
    fix: 'Geben Sie dem Ziel seine id, oder berichtigen Sie den Link.',
    thresholds:
      'Bestanden: jedes Ziel gibt es (#top immer). Warnung: einige nicht. Entfällt ohne solche Links.',
  },
  'head-in-body': {
    title: 'Elemente des Kopfs stehen im Kopf',
    failureTitle: 'Elemente des Kopfs stehen im Rumpf',
    why: 'Ein verirrtes Element wie <img> oder <div> beendet den Kopf. Alles danach landet im Rumpf, wo Suchmaschinen Beschreibung, robots und canonical übergehen.',
    fix: 'Validieren Sie das HTML, und suchen Sie das erste Element, das nicht in den Kopf gehört.',
    thresholds: 'Im DOM, wie Browser es bauen. Bestanden: keines im Body. Fehler: eines oder mehr.',
  },
  'heading-length': {
    title: 'Überschriften sind kurz',
    failureTitle: 'Überschriften sind lang',
    why: 'Überschriften werden überflogen. Eine über mehrere Zeilen ist ein Absatz in großer Schrift.',
    fix: 'Sagen Sie in der Überschrift das Wesentliche und den Rest darunter.',
    thresholds:
      'Bestanden: jede Überschrift bis 120 Zeichen. Warnung: eine ist länger. Entfällt ohne Überschriften.',
  },
  keywords: {
    title: 'Die häufigsten Wörter der Seite',
    failureTitle: 'Die häufigsten Wörter der Seite',
    why: 'Die häufigsten Wörter sollten sagen, worum es auf der Seite geht, und in ihrem Titel vorkommen.',
    fix: 'Verwenden Sie in Titel, h1 und erstem Absatz die Wörter, nach denen Menschen suchen.',
    thresholds:
      'Nur zur Information: Wörter mit mindestens vier Buchstaben, die mindestens dreimal vorkommen. Entfällt ohne solche.',
  },
  mojibake: {
    title: 'Kein Text ist verstümmelt',
    failureTitle: 'Text ist verstümmelt',
    why: 'Text wie „GrÃ¶ÃŸe“ oder „�“ wurde in einer anderen Kodierung gespeichert oder gesendet als angegeben.',
    fix: 'Finden Sie, wo die Kodierung wechselt (Datei, Datenbankverbindung oder Header), und verwenden Sie durchgehend UTF-8.',
    thresholds:
      'Im sichtbaren Text außer in Codebeispielen. Bestanden: keine. Warnung: bis zu 2 Stellen. Fehler: mehr.',
  },
  'placeholder-text': {
    title: 'Kein Platzhaltertext ist übrig',
    failureTitle: 'Platzhaltertext ist übrig',
    why: '„Lorem ipsum“, {{name}} oder [object Object] auf einer öffentlichen Seite zeigt, dass niemand Korrektur gelesen hat.',
    fix: 'Schreiben Sie den Text, oder berichtigen Sie die Vorlage.',
    thresholds: 'Im sichtbaren Text außer in Codebeispielen. Bestanden: keiner. Fehler: welcher.',
  },
  'plain-email': {
    title: 'E-Mail-Adressen sind vor Sammlern verborgen',
    failureTitle: 'E-Mail-Adressen stehen Sammlern offen',
    why: 'Spammer sammeln Adressen von Seiten.',
    fix: 'Bieten Sie ein Formular an, oder nehmen Sie Spam in Kauf, wo eine Adresse sichtbar sein muss.',
    thresholds: 'Im sichtbaren Text außer in Codebeispielen. Bestanden: keine. Warnung: eine oder mehr.',
  },
  'text-html-ratio': {
    title: 'Wie viel des HTML Text ist',
    failureTitle: 'Wie viel des HTML Text ist',
    why: 'Ein sehr kleiner Anteil deutet auf eingebetteten Code hin, der in Dateien gehört. Suchmaschinen ordnen nicht danach.',
    fix: 'Verlegen Sie eingebettete Stile, Skripte und Daten in Dateien.',
    thresholds: 'Nur zur Information.',
  },
};
