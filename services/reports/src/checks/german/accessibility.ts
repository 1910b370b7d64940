import type { CheckTextsOf } from './check-texts.ts';
import type * as checks from '../accessibility/index.ts';

/** Titles, reasons and remedies of the checks on accessibility in German. */
export const accessibilityTexts: CheckTextsOf<typeof checks> = {
  'accessibility-rules': {
    title: 'Die gerenderte Seite hält die Regeln der Barrierefreiheit ein',
    failureTitle: 'Die gerenderte Seite verletzt Regeln der Barrierefreiheit',
    why: 'axe-core prüft die gerenderte Seite gegen WCAG, auch Kontrast und ARIA, die das HTML allein nicht zeigt.',
    fix: 'Berichtigen Sie die genannten Elemente; die Seite jeder Regel erklärt, wie.',
    thresholds:
      'Alle Regeln von axe-core. Bestanden: kein Verstoß. Warnung: geringe oder mäßige. Fehler: ernste oder kritische. Entfällt ohne Browser.',
  },
  'aria-roles': {
    title: 'ARIA-Rollen sind gültig',
    failureTitle: 'ARIA-Rollen sind nicht gültig',
    why: 'Eine falsch geschriebene Rolle übergehen Browser, sodass Hilfsmittel nur das einfache Element sehen.',
    fix: 'Verwenden Sie eine Rolle aus WAI-ARIA oder besser das Element, das sie hat.',
    thresholds:
      'Bestanden: jedes Attribut hat mindestens eine Rolle aus WAI-ARIA, DPUB-ARIA oder Graphics. Warnung: einige gibt es nicht. Entfällt ohne Rollen.',
  },
  'autoplay-media': {
    title: 'Kein Ton beginnt von selbst',
    failureTitle: 'Ton beginnt von selbst',
    why: 'Ton übertönt Screenreader und vertreibt Menschen, und Browser blockieren ihn.',
    fix: 'Entfernen Sie autoplay, oder ergänzen Sie muted.',
    thresholds:
      'Bestanden: kein Audio oder Video mit autoplay und Ton. Warnung: eines. Entfällt ohne Audio und Video.',
  },
  'empty-headings': {
    title: 'Keine Überschrift ist leer',
    failureTitle: 'Überschriften sind leer',
    why: 'Eine leere Überschrift ist ein leerer Eintrag in der Gliederung.',
    fix: 'Entfernen Sie sie, und schaffen Sie Abstand mit CSS.',
    thresholds:
      'Bestanden: alle haben Text oder ein Bild mit alt. Warnung: einige sind leer. Entfällt ohne Überschriften.',
  },
  'field-autocomplete': {
    title: 'Browser können persönliche Felder ausfüllen',
    failureTitle: 'Browser können persönliche Felder nicht ausfüllen',
    why: 'Automatisches Ausfüllen spart Tippen und Fehler, vor allem auf Telefonen, und Passwortmanager brauchen es.',
    fix: 'Ergänzen Sie autocomplete="email", "name", "current-password" und so weiter.',
    thresholds:
      'Felder für Name, Anschrift, E-Mail, Telefon und Passwort. Bestanden: alle haben ein gültiges autocomplete, und es ist nicht abgeschaltet. Warnung: einige nicht. Entfällt ohne solche Felder.',
  },
  'form-labels': {
    title: 'Formularfelder haben Beschriftungen',
    failureTitle: 'Formularfeldern fehlen Beschriftungen',
    why: 'Screenreader lesen die Beschriftung vor, und ein Klick darauf führt ins Feld. Ein Platzhalter verschwindet beim Tippen.',
    fix: 'Ergänzen Sie für jedes Feld ein <label for="id">.',
    thresholds:
      'Bestanden: jedes Feld hat ein label, ein aria-label oder einen title. Fehler: eines hat nichts davon. Entfällt ohne Felder.',
  },
  'frame-titles': {
    title: 'Frames haben Titel',
    failureTitle: 'Frames fehlen Titel',
    why: 'Screenreader führen Frames nach ihrem Titel auf; ohne ihn muss man einen Frame betreten, um zu erfahren, was er enthält.',
    fix: 'Ergänzen Sie title="was er zeigt" an jedem <iframe>.',
    thresholds: 'Bestanden: jeder sichtbare Frame hat einen. Fehler: einer hat keinen. Entfällt ohne Frames.',
  },
  headings: {
    title: 'Überschriften ergeben eine Gliederung',
    failureTitle: 'Überschriften ergeben keine Gliederung',
    why: 'Suchmaschinen und Screenreader lesen die Überschriften als Inhaltsverzeichnis.',
    fix: 'Verwenden Sie eine <h1> für das Thema der Seite, <h2> für ihre Abschnitte und darin <h3>.',
    thresholds:
      'Bestanden: eine h1, und keine Ebene wird übersprungen. Warnung: mehrere h1 oder eine übersprungene Ebene. Fehler: keine h1. Entfällt auf einer Seite ohne Text.',
  },
  'html-lang': {
    title: 'Die Seite gibt ihre Sprache an',
    failureTitle: 'Die Seite gibt keine gültige Sprache an',
    why: 'Danach wählen Screenreader ihre Stimme, Browser bieten Übersetzungen an, und Suchmaschinen zeigen die Seite Menschen, die diese Sprache lesen.',
    fix: 'Schreiben Sie <html lang="de"> mit der Sprache des Textes.',
    thresholds:
      'Bestanden: <html lang> mit einer bekannten Sprache. Warnung: eine unbekannte Region. Fehler: fehlend oder unbekannt.',
  },
  'image-alt': {
    title: 'Bilder haben Alternativtexte',
    failureTitle: 'Bildern fehlen Alternativtexte',
    why: 'Screenreader sprechen den Alternativtext, und die Bildersuche liest ihn. Schmückende Bilder haben einen leeren.',
    fix: 'Ergänzen Sie alt="was das Bild zeigt" an jedem Bild und alt="" an schmückenden.',
    thresholds:
      'Bestanden: jedes Bild hat alt oder einen anderen Namen. Warnung: mindestens 90 %. Fehler: weniger. Entfällt ohne Bilder.',
  },
  'list-structure': {
    title: 'Listen sind als Listen ausgezeichnet',
    failureTitle: 'Listen sind nicht als Listen ausgezeichnet',
    why: 'Screenreader sagen „Liste mit fünf Einträgen“ nur, wenn alle Einträge und nichts sonst in einer Liste stehen.',
    fix: 'Setzen Sie <li> direkt in <ul> oder <ol> und andere Elemente in das <li>.',
    thresholds:
      'Bestanden: <li> in ul, ol oder menu, und in diesen nur <li>. Warnung: anders. Entfällt ohne Listen.',
  },
  'main-landmark': {
    title: 'Der Hauptinhalt ist ausgezeichnet',
    failureTitle: 'Der Hauptinhalt ist nicht ausgezeichnet',
    why: 'Wer einen Screenreader benutzt, springt damit über Menüs zum Inhalt, und Leseansichten und KI-Leser nehmen ihren Text von dort.',
    fix: 'Setzen Sie den Inhalt in ein <main>.',
    thresholds:
      'Bestanden: ein <main>. Warnung: keines oder mehrere sichtbare. Entfällt auf einer Seite ohne Text.',
  },
  'named-controls': {
    title: 'Links und Schaltflächen haben Namen',
    failureTitle: 'Links oder Schaltflächen fehlen Namen',
    why: 'Ein Link nur mit einem Icon wird als „Link“ vorgelesen, was weder Menschen noch Suchmaschinen sagt, was er tut.',
    fix: 'Ergänzen Sie Text, alt am Bild darin oder aria-label.',
    thresholds:
      'Bestanden: alle haben Text, ein Bild mit alt oder eine Beschriftung. Fehler: einer hat nichts davon. Entfällt ohne Links und Schaltflächen.',
  },
  'tab-order': {
    title: 'Die Tabulatortaste folgt der Seite',
    failureTitle: 'Die Tabulatortaste folgt der Seite nicht',
    why: 'Elemente mit positivem tabindex kommen zuerst, was an der Tastatur hin und her schickt.',
    fix: 'Ordnen Sie die Elemente im HTML; verwenden Sie nur tabindex 0 oder -1.',
    thresholds: 'Bestanden: keiner über 0. Warnung: einige.',
  },
  'table-headers': {
    title: 'Tabellen haben Kopfzellen',
    failureTitle: 'Tabellen fehlen Kopfzellen',
    why: 'Screenreader lesen mit jeder Zelle ihren Kopf vor. Ohne Köpfe ist eine Tabelle nur eine Reihe von Zahlen.',
    fix: 'Verwenden Sie <th scope="col"> und <th scope="row">; für das Layout CSS.',
    thresholds:
      'Tabellen mit mehr als einer Zeile und Spalte, ohne role="presentation". Bestanden: alle haben <th>. Warnung: einige nicht. Entfällt ohne solche Tabellen.',
  },
  'tap-targets': {
    title: 'Schaltflächen und Links sind groß genug zum Tippen',
    failureTitle: 'Schaltflächen oder Links sind zu klein zum Tippen',
    why: 'Ein Finger bedeckt etwa 24 CSS-Pixel.',
    fix: 'Geben Sie Schaltflächen und Icon-Links min-width und min-height von mindestens 24px, besser 44px.',
    thresholds:
      'Größen aus CSS, im Element oder nach Element und Klasse in den gelesenen Stylesheets. Bestanden: keines unter 24 px. Warnung: einige. Entfällt ohne Schaltflächen oder Links.',
  },
  'video-captions': {
    title: 'Videos haben Untertitel',
    failureTitle: 'Videos fehlen Untertitel',
    why: 'Gehörlose sind darauf angewiesen, und wer keine Kopfhörer dabeihat, auch.',
    fix: 'Ergänzen Sie <track kind="captions" srclang="de" src="….vtt">.',
    thresholds:
      'Bestanden: jedes Video mit Ton hat einen <track> mit Untertiteln. Warnung: einige nicht. Entfällt ohne Videos.',
  },
};
