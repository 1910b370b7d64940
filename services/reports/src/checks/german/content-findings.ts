import type { FindingsOf } from '../translate-check.ts';
import type * as checks from '../content/index.ts';

/** What the checks on content say of a page, in English and German. */
export const contentFindings: FindingsOf<typeof checks> = {
  'accessibility-rules': [
    ['No browser rendered the page.', 'Kein Browser hat die Seite gerendert.'],
    ['axe-core could not run on the page.', 'axe-core konnte auf der Seite nicht laufen.'],
    ['axe-core found no violation.', 'axe-core hat keine Verletzung gefunden.'],
    ['{0} {1}. Fix those listed.', '{0} {1}. Berichtigen Sie die genannten.'],
  ],
  'app-icons': [
    ['The page has {0}{1}.', 'Die Seite hat {0}{1}.'],
    [
      'The page has no icon for home screens. Add apple-touch-icon.',
      'Die Seite hat kein Icon für Startbildschirme. Ergänzen Sie apple-touch-icon.',
    ],
  ],
  'aria-roles': [
    ['The page uses no ARIA roles.', 'Die Seite verwendet keine ARIA-Rollen.'],
    ['All ARIA roles are valid.', 'Alle ARIA-Rollen sind gültig.'],
    ['{0} exist. Correct the spelling.', '{0} nicht. Berichtigen Sie die Schreibweise.'],
  ],
  'autoplay-media': [
    ['The page has no audio or video.', 'Die Seite hat weder Audio noch Video.'],
    ['No sound starts by itself.', 'Kein Ton beginnt von selbst.'],
    [
      'Audio or video starts with sound by itself. Remove autoplay or add muted.',
      'Audio oder Video beginnt von selbst mit Ton. Entfernen Sie autoplay, oder ergänzen Sie muted.',
    ],
  ],
  charset: [
    [
      'The encoding is not declared within the first {0} bytes. Add <meta charset="utf-8"> at the start of the head.',
      'Die Kodierung ist nicht innerhalb der ersten {0} Bytes angegeben. Setzen Sie <meta charset="utf-8"> an den Anfang des Kopfs.',
    ],
    ['The page is encoded as {0}. Use UTF-8.', 'Die Seite ist als {0} kodiert. Verwenden Sie UTF-8.'],
    [
      'The header says {0} and the page {1}. Make both utf-8.',
      'Der Header sagt {0}, die Seite {1}. Geben Sie beide Male utf-8 an.',
    ],
    ['The page is declared as UTF-8.', 'Die Seite ist als UTF-8 angegeben.'],
  ],
  'console-errors': [
    ['No browser rendered the page.', 'Kein Browser hat die Seite gerendert.'],
    ['No errors in the console.', 'Keine Fehler in der Konsole.'],
    [
      '{0} in the console. Fix them, from the first one on.',
      '{0} in der Browserkonsole. Beheben Sie sie, angefangen beim ersten.',
    ],
  ],
  'content-length': [
    ['The page has {0}.', 'Die Seite hat {0}.'],
    [
      'The page has {0}. Only a rendering can tell how many its scripts add.',
      'Die Seite hat {0}. Wie viele ihre Skripte ergänzen, zeigt nur das Rendern.',
    ],
    [
      'The page has {0}. Write at least 300 if search engines should find it.',
      'Die Seite hat {0}. Schreiben Sie mindestens 300, wenn Suchmaschinen sie finden sollen.',
    ],
  ],
  'copyright-year': [
    ['The page shows no copyright year.', 'Die Seite zeigt kein Copyright-Jahr.'],
    ['The copyright year is {0}.', 'Das Copyright-Jahr ist {0}.'],
    ['The copyright year is {0}. Update it.', 'Das Copyright-Jahr ist {0}. Aktualisieren Sie es.'],
  ],
  'deprecated-tags': [
    ['No obsolete elements are used.', 'Es werden keine überholten Elemente verwendet.'],
    [
      'Obsolete elements are used: {0}. Replace them with CSS and semantic elements.',
      'Es werden überholte Elemente verwendet: {0}. Ersetzen Sie sie durch CSS und semantische Elemente.',
    ],
  ],
  doctype: [
    [
      'The page has no doctype. Begin it with <!doctype html>.',
      'Die Seite hat keinen Doctype. Beginnen Sie sie mit <!doctype html>.',
    ],
    ['The page is laid out in standards mode.', 'Die Seite wird im Standardmodus angeordnet.'],
    [
      'The doctype gives {0} mode. Replace it with <!doctype html>.',
      'Der Doctype führt in den Modus {0}. Ersetzen Sie ihn durch <!doctype html>.',
    ],
  ],
  'duplicate-ids': [
    ['Each id is used once.', 'Jede id wird einmal verwendet.'],
    [
      '{0} used more than once. Give each element its own.',
      '{0} mehr als einmal verwendet. Geben Sie jedem Element eine eigene.',
    ],
  ],
  'empty-headings': [
    ['The page has no headings.', 'Die Seite hat keine Überschriften.'],
    ['No heading is empty.', 'Keine Überschrift ist leer.'],
    [
      '{0}. Remove what is empty, or give it text.',
      '{0}. Entfernen Sie, was leer ist, oder geben Sie ihm Text.',
    ],
  ],
  'empty-sources': [
    ['No address is empty.', 'Keine Adresse ist leer.'],
    [
      '{0} with an empty address. Fill in the address or remove the element.',
      '{0} mit leerer Adresse. Tragen Sie die Adresse ein, oder entfernen Sie das Element.',
    ],
  ],
  'failed-requests': [
    ['No browser rendered the page.', 'Kein Browser hat die Seite gerendert.'],
    ['No request failed.', 'Keine Anfrage ist gescheitert.'],
    [
      '{0} failed. Mend or remove what asks for them.',
      '{0} gescheitert. Berichtigen oder entfernen Sie, was danach fragt.',
    ],
  ],
  'field-autocomplete': [
    ['The page asks for nothing personal.', 'Die Seite fragt nach nichts Persönlichem.'],
    ['Browsers can fill in personal fields.', 'Browser können persönliche Felder ausfüllen.'],
    [
      '{0} that browsers can’t fill in. Add autocomplete.',
      '{0}, {0:das|die} Browser nicht ausfüllen können. Ergänzen Sie autocomplete.',
    ],
  ],
  'form-labels': [
    ['The page has no form fields.', 'Die Seite hat keine Formularfelder.'],
    ['Form fields have labels.', 'Formularfelder haben Beschriftungen.'],
    ['{0} without a label. Add one.', '{0} ohne Beschriftung. Ergänzen Sie eine.'],
  ],
  'fragment-links': [
    [
      'The page has no links to places within itself.',
      'Die Seite hat keine Links auf Stellen in ihr selbst.',
    ],
    ['Links within the page lead somewhere.', 'Links innerhalb der Seite führen ans Ziel.'],
    [
      '{0} to places that don’t exist. Correct the ids.',
      '{0} auf Stellen, die es nicht gibt. Berichtigen Sie die ids.',
    ],
  ],
  'frame-titles': [
    ['The page has no visible frames.', 'Die Seite hat keine sichtbaren Frames.'],
    ['Frames have titles.', 'Frames haben Titel.'],
    ['{0} without a title. Add one.', '{0} ohne Titel. Ergänzen Sie einen.'],
  ],
  'head-in-body': [
    ['All head elements are in the head.', 'Alle Elemente des Kopfs stehen im Kopf.'],
    [
      'Head elements are in the body, where they are ignored. Find the element that ended the head early.',
      'Elemente des Kopfs stehen im Rumpf, wo sie übergangen werden. Suchen Sie das Element, das den Kopf zu früh beendet hat.',
    ],
  ],
  'heading-length': [
    ['The page has no headings.', 'Die Seite hat keine Überschriften.'],
    ['Headings are short.', 'Überschriften sind kurz.'],
    [
      '{0} longer than {1} characters. Shorten what is listed.',
      '{0} länger als {1} Zeichen. Kürzen Sie, was genannt ist.',
    ],
  ],
  headings: [
    ['The page has no text.', 'Die Seite hat keinen Text.'],
    [
      'The page has no h1. Add one that names its subject.',
      'Die Seite hat keine h1. Ergänzen Sie eine, die ihr Thema nennt.',
    ],
    [
      'The page has {0} h1 headings. Keep one for its subject.',
      'Die Seite hat {0} h1-Überschriften. Behalten Sie eine für ihr Thema.',
    ],
    [
      'Some headings skip a level. Use the next level down.',
      'Manche Überschriften überspringen eine Ebene. Verwenden Sie die nächste Ebene darunter.',
    ],
    ['One h1, and no level is skipped.', 'Eine h1, und keine Ebene wird übersprungen.'],
  ],
  'html-lang': [
    [
      'The page doesn’t declare its language. Add lang to <html>.',
      'Die Seite gibt ihre Sprache nicht an. Ergänzen Sie lang am <html>.',
    ],
    [
      '“{0}” is not a language. Use a code such as en or pt-BR.',
      '„{0}“ ist keine Sprache. Verwenden Sie einen Code wie de oder pt-BR.',
    ],
    [
      '“{0}” has an unknown region. Use an ISO 3166-1 code; the United Kingdom is GB.',
      '„{0}“ hat eine unbekannte Region. Verwenden Sie einen Code nach ISO 3166-1; das Vereinigte Königreich ist GB.',
    ],
    ['The page is in {0}.', 'Die Sprache der Seite ist {0}.'],
  ],
  'image-alt': [
    ['The page has no images.', 'Die Seite hat keine Bilder.'],
    ['Every image has alternative text.', 'Jedes Bild hat einen Alternativtext.'],
    [
      '{0} of {1} without alternative text. Add alt, left empty for decorative images.',
      '{0} von {1} ohne Alternativtext. Ergänzen Sie alt, leer bei schmückenden Bildern.',
    ],
  ],
  keywords: [
    ['No word is used three times.', 'Kein Wort kommt dreimal vor.'],
    [
      'The most frequent words. Those the page is about belong in its title.',
      'Die häufigsten Wörter. Die, um die es auf der Seite geht, gehören in ihren Titel.',
    ],
  ],
  'list-structure': [
    ['The page has no lists.', 'Die Seite hat keine Listen.'],
    ['Lists are marked up as lists.', 'Listen sind als Listen ausgezeichnet.'],
    [
      '{0} out of place in lists. Correct the nesting.',
      '{0} in Listen am falschen Platz. Berichtigen Sie die Verschachtelung.',
    ],
  ],
  'main-landmark': [
    ['The page has no text.', 'Die Seite hat keinen Text.'],
    ['The main content is marked up.', 'Der Hauptinhalt ist ausgezeichnet.'],
    [
      'The main content is not marked up. Put it in <main>.',
      'Der Hauptinhalt ist nicht ausgezeichnet. Setzen Sie ihn in <main>.',
    ],
    ['The page has {0} <main> elements. Keep one.', 'Die Seite hat {0} <main>-Elemente. Behalten Sie eines.'],
  ],
  mojibake: [
    ['No garbled letters.', 'Keine verstümmelten Zeichen.'],
    [
      'Text is garbled in {0}. Use UTF-8 from the database to the page.',
      'Text ist an {0} verstümmelt. Verwenden Sie UTF-8 von der Datenbank bis zur Seite.',
    ],
  ],
  'named-controls': [
    ['The page has no links or buttons.', 'Die Seite hat keine Links oder Schaltflächen.'],
    ['Links and buttons have names.', 'Links und Schaltflächen haben Namen.'],
    ['{0} without a name. Add text or aria-label.', '{0} ohne Namen. Ergänzen Sie Text oder aria-label.'],
  ],
  'placeholder-text': [
    ['No placeholder text is left.', 'Kein Platzhaltertext ist übrig.'],
    [
      'Placeholder text is left on the page. Replace it.',
      'Auf der Seite ist Platzhaltertext übrig. Ersetzen Sie ihn.',
    ],
  ],
  'plain-email': [
    ['No e-mail addresses in the text.', 'Keine E-Mail-Adressen im Text.'],
    ['{0} in the text. Consider a form.', '{0} im Text. Ziehen Sie ein Formular in Betracht.'],
  ],
  'tab-order': [
    ['The Tab key follows the page.', 'Die Tabulatortaste folgt der Seite.'],
    ['{0} with a positive tabindex. Use 0.', '{0} mit positivem tabindex. Verwenden Sie 0.'],
  ],
  'table-headers': [
    ['The page has no data tables.', 'Die Seite hat keine Datentabellen.'],
    ['Tables have header cells.', 'Tabellen haben Kopfzellen.'],
    ['{0} without header cells. Use <th>.', '{0} ohne Kopfzellen. Verwenden Sie <th>.'],
  ],
  'tap-targets': [
    ['The page has nothing to tap.', 'Die Seite hat nichts zum Antippen.'],
    [
      'No button or link is smaller than 24 pixels.',
      'Keine Schaltfläche und kein Link ist kleiner als 24 Pixel.',
    ],
    [
      'Some buttons or links are smaller than 24 pixels. Make them larger.',
      'Manche Schaltflächen oder Links sind kleiner als 24 Pixel. Machen Sie sie größer.',
    ],
  ],
  'text-html-ratio': [['{0} % of the HTML is visible text.', '{0} % des HTML sind sichtbarer Text.']],
  'video-captions': [
    ['The page has no videos with sound.', 'Die Seite hat keine Videos mit Ton.'],
    ['Videos have captions.', 'Videos haben Untertitel.'],
    ['{0} without captions. Add a track.', '{0} ohne Untertitel. Ergänzen Sie eine Spur.'],
  ],
};
