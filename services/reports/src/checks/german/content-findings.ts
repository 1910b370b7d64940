import type { FindingsOf } from './check-texts.ts';
import type * as checks from '../content/index.ts';

/** Messages of the content checks, in English and German. */
export const contentFindings: FindingsOf<typeof checks> = {
  'app-icons': [
    ['The page has {0}{1}.', 'Die Seite hat {0}{1}.'],
    [
      'The page has no icon for home screens. Add apple-touch-icon.',
      'Die Seite hat kein Icon für Startbildschirme. Ergänzen Sie apple-touch-icon.',
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
    [
      'The page is sent as XML, which is always laid out in standards mode.',
      'Die Seite wird als XML gesendet, das immer im Standardmodus angeordnet wird.',
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
  keywords: [
    ['No word is used three times.', 'Kein Wort kommt dreimal vor.'],
    [
      'The most frequent words. Those the page is about belong in its title.',
      'Die häufigsten Wörter. Die, um die es auf der Seite geht, gehören in ihren Titel.',
    ],
  ],
  mojibake: [
    ['No garbled letters.', 'Keine verstümmelten Zeichen.'],
    [
      'Text is garbled in {0}. Use UTF-8 from the database to the page.',
      'Text ist an {0} verstümmelt. Verwenden Sie UTF-8 von der Datenbank bis zur Seite.',
    ],
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
  'text-html-ratio': [['{0} % of the HTML is visible text.', '{0} % des HTML sind sichtbarer Text.']],
};
