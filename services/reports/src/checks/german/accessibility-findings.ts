import type { FindingsOf } from './check-texts.ts';
import type * as checks from '../accessibility/index.ts';

/** Messages of the accessibility checks, in English and German. */
export const accessibilityFindings: FindingsOf<typeof checks> = {
  'accessibility-rules': [
    ['No browser rendered the page.', 'Kein Browser hat die Seite gerendert.'],
    ['axe-core could not run on the page.', 'axe-core konnte auf der Seite nicht laufen.'],
    ['axe-core found no violation.', 'axe-core hat keine Verletzung gefunden.'],
    ['{0} {1}. Fix those listed.', '{0} {1}. Berichtigen Sie die genannten.'],
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
  'empty-headings': [
    ['The page has no headings.', 'Die Seite hat keine Überschriften.'],
    ['No heading is empty.', 'Keine Überschrift ist leer.'],
    [
      '{0}. Remove what is empty, or give it text.',
      '{0}. Entfernen Sie, was leer ist, oder geben Sie ihm Text.',
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
  'frame-titles': [
    ['The page has no visible frames.', 'Die Seite hat keine sichtbaren Frames.'],
    ['Frames have titles.', 'Frames haben Titel.'],
    ['{0} without a title. Add one.', '{0} ohne Titel. Ergänzen Sie einen.'],
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
  'named-controls': [
    ['The page has no links or buttons.', 'Die Seite hat keine Links oder Schaltflächen.'],
    ['Links and buttons have names.', 'Links und Schaltflächen haben Namen.'],
    ['{0} without a name. Add text or aria-label.', '{0} ohne Namen. Ergänzen Sie Text oder aria-label.'],
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
  'video-captions': [
    ['The page has no videos with sound.', 'Die Seite hat keine Videos mit Ton.'],
    ['Videos have captions.', 'Videos haben Untertitel.'],
    ['{0} without captions. Add a track.', '{0} ohne Untertitel. Ergänzen Sie eine Spur.'],
  ],
};
