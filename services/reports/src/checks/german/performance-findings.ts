import type { FindingsOf } from './check-texts.ts';
import type * as checks from '../performance/index.ts';

/** Messages of the performance checks, in English and German. */
export const performanceFindings: FindingsOf<typeof checks> = {
  'back-forward-cache': [
    [
      'Nothing stops the back button from showing the page instantly.',
      'Nichts hindert die Zurück-Taste daran, die Seite sofort zu zeigen.',
    ],
    [
      'Browsers can’t keep the page for the back button. Remove no-store and unload handlers.',
      'Browser können die Seite nicht für die Zurück-Taste behalten. Entfernen Sie no-store und unload-Handler.',
    ],
  ],
  'blocking-scripts': [
    ['No script in the head blocks rendering.', 'Kein Skript im Kopf blockiert das Rendern.'],
    ['{0} rendering. Add defer or async.', '{0} das Rendern. Ergänzen Sie defer oder async.'],
  ],
  'blocking-stylesheets': [
    [
      'The page has no stylesheets that block rendering.',
      'Die Seite hat keine Stylesheets, die das Rendern blockieren.',
    ],
    ['Few stylesheets block rendering.', 'Wenige Stylesheets blockieren das Rendern.'],
    [
      '{0} stylesheets block rendering. Combine them or load some later.',
      '{0} Stylesheets blockieren das Rendern. Fassen Sie sie zusammen, oder laden Sie manche später.',
    ],
  ],
  'broken-resources': [
    ['The page loads no files.', 'Die Seite lädt keine Dateien.'],
    ['No file is missing.', 'Keine Datei fehlt.'],
    [
      '{0} missing or unusable. Correct the addresses.',
      '{0} {0:fehlt oder ist|fehlen oder sind} unbrauchbar. Berichtigen Sie die Adressen.',
    ],
  ],
  'cache-lifetime': [
    ['The page loads no files from its own site.', 'Die Seite lädt keine Dateien von der eigenen Website.'],
    [
      '{0} % of the site’s files may be cached for 30 days.',
      '{0} % der Dateien der Website dürfen 30 Tage zwischengespeichert werden.',
    ],
    [
      'Only {0} % of the site’s files may be cached for 30 days. Send Cache-Control with a long max-age.',
      'Nur {0} % der Dateien der Website dürfen 30 Tage zwischengespeichert werden. Senden Sie Cache-Control mit einem langen max-age.',
    ],
  ],
  compression: [
    [
      'The page is compressed with {0}, from {1} to {2}.',
      'Die Seite ist mit {0} komprimiert, von {1} auf {2}.',
    ],
    [
      'The page is too small to gain from compression.',
      'Die Seite ist zu klein, um von Komprimierung zu profitieren.',
    ],
    [
      'The page is sent uncompressed ({0}). Turn on Brotli or gzip for HTML.',
      'Die Seite wird unkomprimiert gesendet ({0}). Schalten Sie Brotli oder gzip für HTML ein.',
    ],
  ],
  'css-imports': [
    ['No CSS was read.', 'Es wurde kein CSS gelesen.'],
    ['Stylesheets don’t import others.', 'Stylesheets importieren keine anderen.'],
    [
      '{0} between stylesheets. Link the stylesheets side by side.',
      '{0} zwischen Stylesheets. Verlinken Sie die Stylesheets nebeneinander.',
    ],
  ],
  'css-weight': [
    ['The page loads no stylesheets.', 'Die Seite lädt keine Stylesheets.'],
    ['Styles weigh {0}.', 'Die Stylesheets wiegen {0}.'],
    [
      'Styles weigh {0}. Reduce them to 100 KiB or less.',
      'Die Stylesheets wiegen {0}. Verringern Sie sie auf höchstens 100 KiB.',
    ],
  ],
  'cumulative-layout-shift': [
    ['No browser rendered the page.', 'Kein Browser hat die Seite gerendert.'],
    ['The browser did not measure it.', 'Der Browser hat es nicht gemessen.'],
    ['Cumulative Layout Shift: {0}.', 'Das Layout verschob sich um {0} (Cumulative Layout Shift).'],
    [
      'Cumulative Layout Shift: {0}. Reserve space for images, ads and embeds, and choose fallback fonts whose metrics match.',
      'Das Layout verschob sich um {0} (Cumulative Layout Shift). Halten Sie Platz für Bilder, Anzeigen und Einbettungen frei, und wählen Sie Ersatzschriften mit passenden Maßen.',
    ],
  ],
  'data-urls': [
    ['The page has {0} of base64 data.', 'Die Seite hat {0} an Base64-Daten.'],
    [
      'The page has {0} of base64 data. Turn it into files.',
      'Die Seite hat {0} an Base64-Daten. Machen Sie Dateien daraus.',
    ],
  ],
  'document-write': [
    ['No script was read.', 'Es wurde kein Skript gelesen.'],
    ['No script uses document.write.', 'Kein Skript verwendet document.write.'],
    [
      'A script uses document.write. Insert elements with DOM methods instead.',
      'Ein Skript verwendet document.write. Fügen Sie Elemente stattdessen mit DOM-Methoden ein.',
    ],
  ],
  'dom-depth': [
    ['Elements are nested {0} levels deep.', 'Elemente sind {0} Ebenen tief verschachtelt.'],
    [
      'Elements are nested {0} levels deep. Reduce it to 32 or fewer.',
      'Elemente sind {0} Ebenen tief verschachtelt. Verringern Sie das auf höchstens 32.',
    ],
  ],
  'dom-size': [
    ['The page has {0} elements.', 'Die Seite hat {0} Elemente.'],
    [
      'The page has {0} elements. Reduce them to 1,500 or fewer: paginate long lists and drop wrappers.',
      'Die Seite hat {0} Elemente. Verringern Sie sie auf höchstens 1.500: Teilen Sie lange Listen auf Seiten auf, und entfernen Sie Hüllen.',
    ],
  ],
  'duplicate-files': [
    ['The page loads fewer than two scripts.', 'Die Seite lädt weniger als zwei Skripte.'],
    ['No library is loaded twice.', 'Keine Bibliothek wird zweimal geladen.'],
    ['{0} share a library. Keep one copy.', '{0} enthalten dieselbe Bibliothek. Behalten Sie eine.'],
  ],
  'font-count': [
    ['The page loads no web fonts.', 'Die Seite lädt keine Webfonts.'],
    ['{0} loaded.', '{0} geladen.'],
    [
      '{0} web fonts are loaded. Reduce them to 4 or fewer.',
      '{0} Webfonts werden geladen. Verringern Sie sie auf höchstens 4.',
    ],
  ],
  'font-display': [
    ['No @font-face rule for text was found.', 'Keine @font-face-Regel für Text gefunden.'],
    ['Text shows while fonts load.', 'Text ist zu sehen, während Schriften laden.'],
    [
      '{0} text while loading. Add font-display: swap.',
      '{0} Text beim Laden. Ergänzen Sie font-display: swap.',
    ],
  ],
  'html-size': [
    ['The HTML is {0}.', 'Das HTML hat {0}.'],
    [
      'The HTML is {0}. Reduce it to 150 KiB or less: move inline data, styles and images out.',
      'Das HTML hat {0}. Verringern Sie es auf höchstens 150 KiB: Lagern Sie eingebettete Daten, Stile und Bilder aus.',
    ],
  ],
  http2: [
    ['Browsers use HTTP/2 over HTTPS only.', 'Browser verwenden HTTP/2 nur über HTTPS.'],
    ['The server speaks HTTP/2.', 'Der Server spricht HTTP/2.'],
    [
      'The server speaks HTTP/1.1 only. Turn HTTP/2 on.',
      'Der Server spricht nur HTTP/1.1. Schalten Sie HTTP/2 ein.',
    ],
  ],
  http3: [
    ['The server offers HTTP/3.', 'Der Server bietet HTTP/3 an.'],
    ['The server does not offer HTTP/3.', 'Der Server bietet HTTP/3 nicht an.'],
  ],
  'image-formats': [
    [
      'The page has no images large enough to matter.',
      'Die Seite hat keine Bilder, die groß genug sind, um etwas auszumachen.',
    ],
    ['Images use modern formats.', 'Bilder verwenden moderne Formate.'],
    [
      '{0} of {1} would be smaller as AVIF or WebP.',
      '{0} von {1} {0:wäre|wären} als AVIF oder WebP kleiner.',
    ],
  ],
  'image-weight': [
    ['The page has no images.', 'Die Seite hat keine Bilder.'],
    ['No image is above 200 KiB.', 'Kein Bild ist größer als 200 KiB.'],
    [
      '{0} above 200 KiB. Scale and compress them.',
      '{0} über 200 KiB. Verkleinern und komprimieren Sie sie.',
    ],
  ],
  'inline-css': [
    ['The page has {0} of inline CSS.', 'Die Seite enthält {0} CSS.'],
    [
      'The page has {0} of inline CSS. Move all but the first screen’s CSS to a file.',
      'Die Seite enthält {0} CSS. Verlegen Sie alles außer dem CSS des ersten Bildschirms in eine Datei.',
    ],
  ],
  'inline-scripts': [
    ['The page has {0} of inline script.', 'Die Seite enthält {0} Skript.'],
    [
      'The page has {0} of inline script. Move it to files loaded with defer.',
      'Die Seite enthält {0} Skript. Verlegen Sie es in Dateien, die mit defer geladen werden.',
    ],
  ],
  'javascript-weight': [
    ['The page loads no scripts.', 'Die Seite lädt keine Skripte.'],
    ['Scripts weigh {0}.', 'Die Skripte wiegen {0}.'],
    [
      'Scripts weigh {0}. Reduce them to 300 KiB or less.',
      'Die Skripte wiegen {0}. Verringern Sie sie auf höchstens 300 KiB.',
    ],
  ],
  'largest-contentful-paint': [
    ['No browser rendered the page.', 'Kein Browser hat die Seite gerendert.'],
    ['The browser did not measure it.', 'Der Browser hat es nicht gemessen.'],
    [
      'Largest Contentful Paint: {0} ms.',
      'Das größte Element erschien nach {0} ms (Largest Contentful Paint).',
    ],
    [
      'Largest Contentful Paint: {0} ms. Load the largest image or text early: preload it and remove what blocks it.',
      'Das größte Element erschien nach {0} ms (Largest Contentful Paint). Laden Sie das größte Bild oder den größten Text früh: Fordern Sie es mit preload an, und entfernen Sie, was es aufhält.',
    ],
  ],
  'lazy-first-image': [
    ['The page has no images except icons.', 'Die Seite hat außer Icons keine Bilder.'],
    ['{0} loads eagerly.', '{0} lädt sofort.'],
    [
      '{0} is loaded lazily, which delays the first screen. Remove loading="lazy" from it.',
      '{0} lädt verzögert und hält damit den ersten Bildschirm auf. Entfernen Sie loading="lazy" davon.',
    ],
  ],
  'lazy-frames': [
    ['The page embeds no other pages.', 'Die Seite bettet keine anderen Seiten ein.'],
    ['Embedded pages load lazily.', 'Eingebettete Seiten laden verzögert.'],
    ['{0} eagerly. Add loading="lazy".', '{0} sofort. Ergänzen Sie loading="lazy".'],
  ],
  'lazy-images': [
    ['The page has few images.', 'Die Seite hat wenige Bilder.'],
    ['Images further down load lazily.', 'Bilder weiter unten laden verzögert.'],
    ['{0} eagerly. Add loading="lazy".', '{0} sofort. Ergänzen Sie loading="lazy".'],
  ],
  minified: [
    ['No style or script was read.', 'Es wurde weder Stylesheet noch Skript gelesen.'],
    ['Styles and scripts are minified.', 'Stylesheets und Skripte sind minifiziert.'],
    ['{0} not minified. Minify at build time.', '{0} nicht minifiziert. Minifizieren Sie beim Build.'],
  ],
  'page-weight': [
    ['The page weighs {0}.', 'Die Seite wiegt {0}.'],
    [
      'The page weighs {0}. Reduce it to 2.6 MiB or less; the largest files are listed.',
      'Die Seite wiegt {0}. Verringern Sie sie auf höchstens 2,6 MiB; die größten Dateien sind genannt.',
    ],
  ],
  preconnect: [
    [
      'Styles and fonts come from the page’s own host.',
      'Stylesheets und Schriften kommen vom eigenen Host der Seite.',
    ],
    ['Connections to other hosts are opened early.', 'Verbindungen zu anderen Hosts werden früh geöffnet.'],
    [
      'No preconnect for {0}. Add one, or host the files yourself.',
      'Kein preconnect für {0}. Ergänzen Sie eines, oder liefern Sie die Dateien selbst aus.',
    ],
  ],
  'preload-hints': [
    ['The page has no preload hints.', 'Die Seite hat keine Preload-Hinweise.'],
    [
      'Some preload hints don’t work. Correct those listed.',
      'Manche Preload-Hinweise wirken nicht. Berichtigen Sie die genannten.',
    ],
    [
      '{0} preloads compete with each other. Keep those for the first screen.',
      '{0} Preloads nehmen sich gegenseitig Bandbreite weg. Behalten Sie die für den ersten Bildschirm.',
    ],
    ['Preload hints work.', 'Preload-Hinweise wirken.'],
  ],
  'redirect-chain': [
    ['The page is reached without redirects.', 'Die Seite ist ohne Umleitungen erreichbar.'],
    ['The page is reached through one redirect.', 'Die Seite ist über eine Umleitung erreichbar.'],
    [
      'The page is reached through {0} redirects. Redirect straight to the final address.',
      'Die Seite ist über {0} Umleitungen erreichbar. Leiten Sie direkt auf die letzte Adresse um.',
    ],
  ],
  'redirected-resources': [
    ['The page loads no files.', 'Die Seite lädt keine Dateien.'],
    ['Files are linked by their final address.', 'Dateien sind mit ihrer endgültigen Adresse verlinkt.'],
    [
      '{0} redirected. Link to the final address.',
      '{0} {0:wird|werden} umgeleitet. Verlinken Sie die endgültige Adresse.',
    ],
  ],
  'request-count': [
    ['The page needs {0}.', 'Die Seite braucht {0}.'],
    [
      'The page needs {0}. Reduce them to 80 or fewer.',
      'Die Seite braucht {0}. Verringern Sie sie auf höchstens 80.',
    ],
  ],
  'responsive-images': [
    ['The page has no large images.', 'Die Seite hat keine großen Bilder.'],
    ['Large images come in several sizes.', 'Große Bilder gibt es in mehreren Größen.'],
    ['{0} in one size only. Add srcset.', '{0} nur in einer Größe. Ergänzen Sie srcset.'],
  ],
  'text-compression': [
    [
      'The page has no text files large enough to matter.',
      'Die Seite hat keine Textdateien, die groß genug sind, um etwas auszumachen.',
    ],
    ['Text files are sent compressed.', 'Textdateien werden komprimiert gesendet.'],
    [
      '{0} sent uncompressed. Turn on Brotli or gzip for them.',
      '{0} {0:wird|werden} unkomprimiert gesendet. Schalten Sie Brotli oder gzip dafür ein.',
    ],
  ],
  'third-party-hosts': [
    ['{0} involved.', '{0} beteiligt.'],
    [
      '{0} third parties are involved. Reduce them to 4 or fewer: host files yourself and drop tags.',
      '{0} Drittanbieter sind beteiligt. Verringern Sie sie auf höchstens 4: Liefern Sie Dateien selbst aus, und entfernen Sie Tags.',
    ],
  ],
  'time-to-first-byte': [
    ['The time to the first byte was not measured.', 'Die Zeit bis zum ersten Byte wurde nicht gemessen.'],
    ['The first byte arrived after {0} ms.', 'Das erste Byte kam nach {0} ms an.'],
    [
      'The first byte arrived after {0} ms. Reduce it to 600 ms or less: cache the page and look for slow queries.',
      'Das erste Byte kam nach {0} ms an. Verringern Sie das auf höchstens 600 ms: Speichern Sie die Seite zwischen, und suchen Sie nach langsamen Abfragen.',
    ],
  ],
  'total-blocking-time': [
    ['No browser rendered the page.', 'Kein Browser hat die Seite gerendert.'],
    ['The browser did not measure it.', 'Der Browser hat es nicht gemessen.'],
    ['Total Blocking Time: {0} ms.', 'Der Haupt-Thread war {0} ms blockiert (Total Blocking Time).'],
    [
      'Total Blocking Time: {0} ms. Split long tasks, and ship less JavaScript.',
      'Der Haupt-Thread war {0} ms blockiert (Total Blocking Time). Teilen Sie lange Aufgaben auf, und liefern Sie weniger JavaScript aus.',
    ],
  ],
  'unsized-images': [
    ['The page has no images.', 'Die Seite hat keine Bilder.'],
    ['Images declare their size.', 'Bilder geben ihre Größe an.'],
    [
      'Not decided: {0} without width and height, whose size CSS may set. Only a rendering can tell.',
      'Nicht entschieden: {0} ohne width und height, deren Größe CSS womöglich setzt. Das zeigt nur das Rendern.',
    ],
    [
      '{0} of {1} without a size. Add width and height.',
      '{0} von {1} ohne Größe. Ergänzen Sie width und height.',
    ],
  ],
  'unused-css': [
    ['No browser measured it.', 'Kein Browser hat das gemessen.'],
    ['Nearly all of the stylesheets is used.', 'Fast alles in den Stylesheets wird verwendet.'],
    [
      '{0} with {1} that fit nothing on the page. Split them by page, and remove what is left over.',
      '{0} mit {1}, die auf nichts in der Seite passen. Teilen Sie sie nach Seiten auf, und entfernen Sie, was übrig bleibt.',
    ],
  ],
  'unused-javascript': [
    ['No browser measured it.', 'Kein Browser hat das gemessen.'],
    ['Nearly all of the scripts is used.', 'Fast alles in den Skripten wird verwendet.'],
    [
      '{0} with {1} that never ran. Load what isn’t needed at once when it is.',
      '{0} mit {1}, die nie liefen. Laden Sie erst bei Bedarf, was nicht sofort gebraucht wird.',
    ],
  ],
};
