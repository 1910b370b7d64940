import type { CheckTextsOf } from './check-texts.ts';
import type * as checks from '../performance/index.ts';

/** Titles, reasons and remedies of the checks on performance in German. */
export const performanceTexts: CheckTextsOf<typeof checks> = {
  'back-forward-cache': {
    title: 'Die Zurück-Taste zeigt die Seite sofort',
    failureTitle: 'Die Zurück-Taste kann die Seite nicht sofort zeigen',
    why: 'Browser behalten eine Seite für die Zurück-Taste im Speicher, sofern sie sich nicht dagegen sperrt.',
    fix: 'Verwenden Sie no-cache oder private statt no-store und pagehide statt unload.',
    thresholds: 'Bestanden: nichts verhindert ihn. Warnung: Cache-Control: no-store oder ein unload-Handler.',
  },
  'blocking-scripts': {
    title: 'Kein Skript im Kopf blockiert das Rendern',
    failureTitle: 'Skripte im Kopf blockieren das Rendern',
    why: 'Ein Skript im Kopf ohne async oder defer lässt die Seite leer, bis es geladen und ausgeführt ist.',
    fix: 'Geben Sie Skripten im Kopf defer, unabhängigen async, oder type="module".',
    thresholds: 'Bestanden: keine. Warnung: 1 oder 2. Fehler: mehr.',
  },
  'blocking-stylesheets': {
    title: 'Wenige Stylesheets blockieren das Rendern',
    failureTitle: 'Viele Stylesheets blockieren das Rendern',
    why: 'Nichts wird gezeichnet, bevor jedes Stylesheet im Kopf, das für diesen Bildschirm gilt, angekommen ist.',
    fix: 'Fassen Sie sie zusammen, schreiben Sie das CSS des ersten Bildschirms in die Seite, und laden Sie den Rest später, etwa mit media="print".',
    thresholds:
      'Stylesheets im Kopf außer denen für Druck und andere Medien. Bestanden: bis 2. Warnung: bis 5. Fehler: mehr. Entfällt ohne solche.',
  },
  'broken-resources': {
    title: 'Keine Datei fehlt',
    failureTitle: 'Dateien fehlen',
    why: 'Ein fehlendes Stylesheet oder Skript lässt die Seite kaputt, und die gescheiterte Anfrage kostet trotzdem Zeit.',
    fix: 'Berichtigen Sie die Adressen, oder entfernen Sie die Elemente.',
    thresholds:
      'Bestanden: jede Datei antwortet mit einem Status unter 400. Fehler: eine fehlt oder ist nicht zu erreichen. Abweisungen von Bots (401, 403, 405, 429) zählen nicht. Entfällt ohne Dateien.',
  },
  'cache-lifetime': {
    title: 'Browser dürfen Dateien zwischenspeichern',
    failureTitle: 'Browser dürfen Dateien nicht lange zwischenspeichern',
    why: 'Ohne Lebensdauer im Cache fordern wiederkehrende Besucher jede Datei neu an.',
    fix: 'Nehmen Sie einen Hash in die Dateinamen auf, und senden Sie Cache-Control: public, max-age=31536000, immutable.',
    thresholds:
      'Eigene Stylesheets, Skripte, Schriften und Bilder der Website. Bestanden: 90 % dürfen 30 Tage gespeichert bleiben. Warnung: die Hälfte. Fehler: weniger. Entfällt ohne solche.',
  },
  compression: {
    title: 'Die Seite wird komprimiert gesendet',
    failureTitle: 'Die Seite wird unkomprimiert gesendet',
    why: 'Komprimiert hat HTML etwa ein Viertel der Größe, und bevor es ankommt, beginnt auf der Seite nichts.',
    fix: 'Schalten Sie im Webserver oder CDN Brotli oder gzip für text/html ein.',
    thresholds:
      'Bestanden: gzip, br, zstd oder deflate. Fehler: unkomprimiert über 2.000 Bytes. Entfällt bei kleineren Seiten.',
  },
  'css-imports': {
    title: 'Stylesheets importieren keine anderen',
    failureTitle: 'Stylesheets importieren andere',
    why: 'Ein Browser entdeckt ein @import erst, wenn sein Stylesheet angekommen ist; die beiden laden also nacheinander.',
    fix: 'Verlinken Sie die Stylesheets nebeneinander, oder fassen Sie sie beim Build zusammen.',
    thresholds: 'Im gelesenen CSS. Bestanden: kein @import. Warnung: einige. Entfällt ohne CSS.',
  },
  'css-weight': {
    title: 'Die Stylesheets sind leicht',
    failureTitle: 'Die Stylesheets sind schwer',
    why: 'Stylesheets verzögern das erste Bild, bis ihr letztes Byte angekommen ist.',
    fix: 'Entfernen Sie Regeln, die keine Seite braucht, und teilen Sie das CSS nach Seiten auf.',
    thresholds:
      'Über das Netz. Bestanden: bis 100 KiB. Warnung: bis 300 KiB. Fehler: mehr. Entfällt ohne Stylesheets.',
  },
  'cumulative-layout-shift': {
    title: 'Das Layout ist stabil',
    failureTitle: 'Das Layout verschiebt sich beim Laden',
    why: 'Wenn Inhalte springen, verlieren Menschen die Stelle und tippen daneben. Das ist einer der Core Web Vitals.',
    fix: 'Halten Sie Platz für Bilder, Anzeigen und Einbettungen frei, und wählen Sie Ersatzschriften mit passenden Maßen.',
    thresholds:
      'Gemessen als Telefon mit langsamem 4G und vierfach langsamerem Prozessor. Bestanden: bis 0,1. Warnung: bis 0,25. Fehler: mehr. Entfällt ohne Browser.',
  },
  'data-urls': {
    title: 'Bilder sind Dateien und kein Text in der Seite',
    failureTitle: 'Bilder sind Text in der Seite',
    why: 'Ein Bild in Base64 ist um ein Drittel größer, verzögert die Seite und lässt sich nicht einzeln zwischenspeichern.',
    fix: 'Machen Sie Dateien daraus, außer bei kleinen Icons.',
    thresholds: 'Alle base64-Daten-URLs im HTML zusammen. Bestanden: bis 30 KiB. Warnung: mehr.',
  },
  'document-write': {
    title: 'Kein Skript verwendet document.write',
    failureTitle: 'Skripte verwenden document.write',
    why: 'document.write hält den Parser an, und auf langsamen Verbindungen übergehen Browser es.',
    fix: 'Fügen Sie Elemente mit DOM-Methoden ein, und laden Sie Skripte mit async oder defer.',
    thresholds:
      'Skripte in der Seite und andere, soweit gelesen. Bestanden: keines. Fehler: eines tut es. Entfällt ohne Skripte.',
  },
  'dom-depth': {
    title: 'Elemente sind nicht tief verschachtelt',
    failureTitle: 'Elemente sind tief verschachtelt',
    why: 'Stil und Layout eines tiefen Elements hängen von all seinen Vorfahren ab.',
    fix: 'Entfernen Sie Hüllen, die nur Stile tragen.',
    thresholds: 'Bestanden: bis 32 Ebenen. Warnung: mehr.',
  },
  'dom-size': {
    title: 'Die Seite hat maßvoll viele Elemente',
    failureTitle: 'Die Seite hat zu viele Elemente',
    why: 'Jedes Element kostet Speicher und bei jeder Änderung Arbeit für Stil und Layout.',
    fix: 'Teilen Sie lange Listen auf Seiten auf oder virtualisieren Sie sie, und entfernen Sie Hüllen, die nur Stile tragen.',
    thresholds: 'Bestanden: bis 1.500 Elemente. Warnung: bis 3.000. Fehler: mehr.',
  },
  'duplicate-files': {
    title: 'Keine Bibliothek wird zweimal geladen',
    failureTitle: 'Eine Bibliothek wird mehr als einmal geladen',
    why: 'Eine Bibliothek, die von zwei Orten oder in zwei Versionen geladen wird, kostet doppelt und kommt sich womöglich selbst in die Quere.',
    fix: 'Behalten Sie von jeder Bibliothek eine.',
    thresholds:
      'Skripte, verglichen nach Dateinamen ohne Version. Bestanden: jedes einmal. Warnung: einige doppelt. Entfällt bei weniger als zwei Skripten.',
  },
  'font-count': {
    title: 'Wenige Webfonts werden geladen',
    failureTitle: 'Viele Webfonts werden geladen',
    why: 'Jede Stärke und jeder Schnitt einer Schrift ist eine weitere Datei, auf die Text wartet.',
    fix: 'Verwenden Sie eine variable Schrift, weniger Stärken oder Systemschriften.',
    thresholds:
      'Schriftdateien, auf die die Seite oder ihr eigenes CSS verweist. Bestanden: bis 4. Warnung: mehr. Entfällt ohne solche.',
  },
  'font-display': {
    title: 'Text ist zu sehen, während Schriften laden',
    failureTitle: 'Text ist unsichtbar, während Schriften laden',
    why: 'Ohne font-display bleibt Text bis zu drei Sekunden unsichtbar, während seine Schrift lädt.',
    fix: 'Ergänzen Sie font-display: swap in jedem @font-face, oder &display=swap an der Adresse eines Schriftendienstes.',
    thresholds:
      '@font-face-Regeln im gelesenen CSS außer Symbolschriften, die vor dem Laden nichts Lesbares zeigen. Bestanden: alle haben font-display mit swap, fallback oder optional. Warnung: einige nicht. Entfällt ohne solche.',
  },
  'html-size': {
    title: 'Das HTML ist angemessen klein',
    failureTitle: 'Das HTML ist groß',
    why: 'Alles andere wartet auf das HTML, und Suchmaschinen indexieren nur seine ersten Megabyte.',
    fix: 'Lagern Sie eingebettete Daten, Stile und Bilder in Dateien aus, und teilen Sie lange Listen auf Seiten auf.',
    thresholds: 'Nach dem Entpacken. Bestanden: bis 150 KiB. Warnung: bis 500 KiB. Fehler: mehr.',
  },
  http2: {
    title: 'Der Server spricht HTTP/2',
    failureTitle: 'Der Server spricht kein HTTP/2',
    why: 'HTTP/2 holt alle Dateien gleichzeitig über eine Verbindung, HTTP/1.1 nur sechs zugleich.',
    fix: 'Schalten Sie HTTP/2 im Webserver oder CDN ein.',
    thresholds:
      'Das Protokoll, das der Server wählt, wenn ihm beide angeboten werden (ALPN). Bestanden: h2. Warnung: HTTP/1.1. Entfällt ohne HTTPS.',
  },
  http3: {
    title: 'Ob HTTP/3 angeboten wird',
    failureTitle: 'Ob HTTP/3 angeboten wird',
    why: 'HTTP/3 verbindet eine Hin- und Rückreise früher und kommt mit schlechten Mobilfunknetzen besser zurecht.',
    fix: 'Schalten Sie HTTP/3 (QUIC) im Webserver oder CDN ein, und öffnen Sie UDP-Port 443.',
    thresholds: 'Nur zur Information: ob der Header Alt-Svc h3 anbietet.',
  },
  'image-formats': {
    title: 'Bilder verwenden moderne Formate',
    failureTitle: 'Bilder verwenden veraltete Formate',
    why: 'AVIF und WebP brauchen für dasselbe Bild etwa halb so viele Bytes wie JPEG und PNG.',
    fix: 'Liefern Sie AVIF oder WebP über <picture> oder nach dem Header Accept aus.',
    thresholds:
      'Bilder über 8 KiB. Bestanden: keines ist JPEG, PNG, GIF, BMP oder TIFF. Warnung: einige sind es; die Punkte sinken mit ihrer Zahl. Entfällt ohne solche.',
  },
  'image-weight': {
    title: 'Kein Bild ist schwer',
    failureTitle: 'Bilder sind schwer',
    why: 'Ein einziges nicht verkleinertes Foto kann mehr wiegen als der Rest der Seite.',
    fix: 'Verkleinern Sie Bilder auf die gezeigte Größe, und komprimieren Sie sie mit Qualität 75 bis 80.',
    thresholds:
      'Bestanden: jedes Bild bis 200 KiB. Warnung: einige sind größer. Fehler: eines hat mehr als 1 MiB. Entfällt ohne Bilder.',
  },
  'inline-css': {
    title: 'Wenig CSS steht in der Seite',
    failureTitle: 'Viel CSS steht in der Seite',
    why: 'CSS in der Seite wird mit jeder Seite neu gesendet, und eine strenge Content-Security-Policy verbietet es.',
    fix: 'Behalten Sie das CSS des ersten Bildschirms in der Seite, und verlegen Sie den Rest in eine Datei.',
    thresholds:
      '<style>-Elemente und style-Attribute zusammen. Bestanden: bis 14 KiB, so viel wie in die ersten Pakete passt. Warnung: bis 50 KiB. Fehler: mehr.',
  },
  'inline-scripts': {
    title: 'Wenig Skript steht in der Seite',
    failureTitle: 'Viel Skript steht in der Seite',
    why: 'Skripte in der Seite halten den Parser an, lassen sich nicht zwischenspeichern und schließen eine strenge Content-Security-Policy aus.',
    fix: 'Verlegen Sie Skripte in Dateien, die mit defer geladen werden.',
    thresholds: 'Bestanden: bis 20 KiB. Warnung: bis 100 KiB. Fehler: mehr. Daten (JSON) zählen nicht.',
  },
  'javascript-weight': {
    title: 'Die Skripte sind leicht',
    failureTitle: 'Die Skripte sind schwer',
    why: 'Bytes von Skripten kosten am meisten: Sie werden geladen, übersetzt und ausgeführt, bevor die Seite auf Eingaben reagiert.',
    fix: 'Teilen Sie Bundles auf, laden Sie selten Gebrauchtes erst bei Bedarf, und suchen Sie nach entbehrlichen Bibliotheken.',
    thresholds:
      'Über das Netz. Bestanden: bis 300 KiB. Warnung: bis 1.000 KiB. Fehler: mehr. Entfällt ohne Skripte.',
  },
  'largest-contentful-paint': {
    title: 'Das größte Element erscheint früh',
    failureTitle: 'Das größte Element erscheint spät',
    why: 'Menschen beurteilen die Geschwindigkeit einer Seite danach, wann ihr Hauptinhalt erscheint. Das ist einer der Core Web Vitals, die Suchmaschinen fürs Ranking verwenden.',
    fix: 'Laden Sie das größte Bild oder den größten Text früh: Fordern Sie es mit preload an, und entfernen Sie, was es aufhält.',
    thresholds:
      'Gemessen als Telefon mit langsamem 4G und vierfach langsamerem Prozessor. Bestanden: bis 2.500 ms. Warnung: bis 4.000 ms. Fehler: mehr. Entfällt ohne Browser.',
  },
  'lazy-first-image': {
    title: 'Das erste Bild lädt sofort',
    failureTitle: 'Das erste Bild lädt verzögert',
    why: 'Das erste Bild ist oft das Größte auf dem ersten Bildschirm. loading="lazy" lässt es auf das Layout warten.',
    fix: 'Entfernen Sie loading="lazy" vom ersten Bild, und geben Sie ihm fetchpriority="high".',
    thresholds:
      'Das erste Bild, das kein Symbol ist. Bestanden: es lädt sofort. Fehler: es lädt verzögert. Entfällt ohne Bilder.',
  },
  'lazy-frames': {
    title: 'Eingebettete Seiten laden verzögert',
    failureTitle: 'Eingebettete Seiten laden sofort',
    why: 'Ein Videoplayer oder eine Karte bringt Skripte für eine ganze Seite mit, ob jemand hinsieht oder nicht.',
    fix: 'Ergänzen Sie loading="lazy", oder zeigen Sie ein Bild, bis jemand den Player startet.',
    thresholds: 'Bestanden: jeder Frame hat loading="lazy". Warnung: einige nicht. Entfällt ohne Frames.',
  },
  'lazy-images': {
    title: 'Bilder unterhalb des ersten Bildschirms laden verzögert',
    failureTitle: 'Bilder unterhalb des ersten Bildschirms laden sofort',
    why: 'Bilder weit unten nehmen dem, was zuerst zu sehen ist, Bandbreite weg.',
    fix: 'Ergänzen Sie loading="lazy" bei Bildern weiter unten.',
    thresholds:
      'Bilder nach dem fünften. Bestanden: mindestens 80 % haben loading="lazy". Warnung: weniger. Entfällt bei höchstens fünf Bildern.',
  },
  minified: {
    title: 'Stylesheets und Skripte sind minifiziert',
    failureTitle: 'Stylesheets oder Skripte sind nicht minifiziert',
    why: 'Kommentare und Einrückungen machen etwa ein Fünftel einer Datei aus, und Browser werfen sie weg.',
    fix: 'Minifizieren Sie beim Build.',
    thresholds:
      'Der Anfang jeder Datei, soweit gelesen. Bestanden: keine besteht zu mehr als 15 % aus Einrückungen, Zeilenenden und Kommentaren. Warnung: einige doch. Entfällt, wenn keine gelesen wurde.',
  },
  'page-weight': {
    title: 'Die Seite ist leicht',
    failureTitle: 'Die Seite ist schwer',
    why: 'Jedes Byte kostet Zeit und im Mobilfunk auch Geld.',
    fix: 'Beginnen Sie mit den größten genannten Dateien: Komprimieren Sie Bilder, und entfernen Sie ungenutzten Code.',
    thresholds:
      'Alles Geladene, über das Netz, nach der Kurve von Lighthouse: 0,9 bei 2.667 KiB, 0,5 bei 4.000 KiB. Bestanden: 0,9 oder mehr. Warnung: 0,5 oder mehr. Fehler: weniger.',
  },
  preconnect: {
    title: 'Verbindungen zu anderen Hosts werden früh geöffnet',
    failureTitle: 'Verbindungen zu anderen Hosts werden spät geöffnet',
    why: 'Ein preconnect spart die DNS-Abfrage und zwei Hin- und Rückreisen für Stylesheets und Schriften von einem anderen Host.',
    fix: 'Ergänzen Sie <link rel="preconnect" href="https://…" crossorigin>, oder liefern Sie die Dateien selbst aus.',
    thresholds:
      'Hosts von Stylesheets, und die Hosts der Schriften bekannter Stylesheet-Hosts. Bestanden: alle haben ein preconnect. Warnung: einige nicht. Entfällt ohne solche Hosts.',
  },
  'preload-hints': {
    title: 'Preload-Hinweise wirken',
    failureTitle: 'Preload-Hinweise wirken nicht',
    why: 'Ein preload ohne Art übergehen Browser, und eine Schrift, die ohne crossorigin vorgeladen wird, laden sie zweimal.',
    fix: 'Schreiben Sie <link rel="preload" as="font" crossorigin href="…"> nur für Dateien, die der erste Bildschirm braucht.',
    thresholds:
      'Bestanden: jeder hat ein bekanntes „as“, Schriften haben crossorigin, und es sind höchstens 10. Warnung: anders. Entfällt ohne Preloads.',
  },
  'redirect-chain': {
    title: 'Die Seite ist direkt erreichbar',
    failureTitle: 'Die Seite ist über Umleitungen erreichbar',
    why: 'Jede Umleitung kostet eine Hin- und Rückreise und bei einem neuen Host eine Verbindung, bevor etwas zu sehen ist.',
    fix: 'Leiten Sie von der ersten Adresse direkt auf die letzte um.',
    thresholds: 'Von der angefragten Adresse an. Bestanden: höchstens 1 Umleitung. Warnung: 2. Fehler: mehr.',
  },
  'redirected-resources': {
    title: 'Dateien sind mit ihrer endgültigen Adresse verlinkt',
    failureTitle: 'Dateien sind mit einer Adresse verlinkt, die umleitet',
    why: 'Jede Umleitung kostet eine weitere Hin- und Rückreise, bevor die Datei ankommt.',
    fix: 'Verwenden Sie in der Seite die endgültige Adresse.',
    thresholds: 'Bestanden: keine wird umgeleitet. Warnung: einige. Entfällt ohne Dateien.',
  },
  'request-count': {
    title: 'Die Seite braucht wenige Anfragen',
    failureTitle: 'Die Seite braucht viele Anfragen',
    why: 'Jede Datei ist eine Anfrage mit Headern und Warteschlange und noch etwas, das scheitern kann.',
    fix: 'Fassen Sie kleine Skripte und Stylesheets zusammen, laden Sie Bilder verzögert, und verzichten Sie auf Drittanbieter.',
    thresholds:
      'Die Seite und die Dateien, auf die sie verweist. Bestanden: bis 80. Warnung: bis 240. Fehler: mehr.',
  },
  'responsive-images': {
    title: 'Große Bilder gibt es in mehreren Größen',
    failureTitle: 'Große Bilder gibt es nur in einer Größe',
    why: 'Ein Telefon braucht kein Bild in Schreibtischgröße.',
    fix: 'Bieten Sie mit srcset und sizes zwei oder drei Breiten an.',
    thresholds:
      'Bilder über 100 KiB in der Seite. Bestanden: jedes hat srcset oder steht in einem <picture>. Warnung: einige nicht. Entfällt ohne solche.',
  },
  'text-compression': {
    title: 'Stylesheets, Skripte und SVGs werden komprimiert gesendet',
    failureTitle: 'Stylesheets, Skripte oder SVGs werden unkomprimiert gesendet',
    why: 'Komprimiert hat Text höchstens ein Drittel der Größe.',
    fix: 'Schalten Sie Brotli oder gzip für CSS, JavaScript, SVG und JSON ein.',
    thresholds:
      'Textdateien über 2.000 Bytes. Bestanden: alle komprimiert. Warnung: höchstens 2 sind es nicht. Fehler: mehr. Entfällt ohne solche.',
  },
  'third-party-hosts': {
    title: 'Wenige Drittanbieter sind beteiligt',
    failureTitle: 'Viele Drittanbieter sind beteiligt',
    why: 'Jeder Drittanbieter kostet DNS-Abfrage, Verbindung und TLS-Handshake, erfährt vom Besuch und kann ausfallen.',
    fix: 'Liefern Sie Schriften und Bibliotheken selbst aus, und entfernen Sie Tags, die niemand nutzt.',
    thresholds:
      'Andere registrierbare Domains als die der Seite, die auch nicht demselben Unternehmen gehören, nach der Liste von third-party-web. Bestanden: bis 4. Warnung: bis 10. Fehler: mehr.',
  },
  'time-to-first-byte': {
    title: 'Der Server antwortet schnell',
    failureTitle: 'Der Server antwortet langsam',
    why: 'Alles andere wartet auf das erste Byte. Gemessen wird von dort, wo der Bericht entsteht, deshalb zählt es wenig.',
    fix: 'Speichern Sie die Seite zwischen, suchen Sie nach langsamen Abfragen, und liefern Sie sie nahe bei den Lesern aus.',
    thresholds: 'Der Median der Messungen. Bestanden: bis 600 ms. Warnung: bis 1.000 ms. Fehler: mehr.',
  },
  'total-blocking-time': {
    title: 'Der Haupt-Thread ist frei für Eingaben',
    failureTitle: 'Der Haupt-Thread ist für Eingaben zu beschäftigt',
    why: 'Während eine lange Aufgabe läuft, warten Tippen und Tasten.',
    fix: 'Teilen Sie lange Aufgaben auf, und liefern Sie weniger JavaScript aus.',
    thresholds:
      'Gemessen als Telefon mit langsamem 4G und vierfach langsamerem Prozessor. Bestanden: bis 200 ms. Warnung: bis 600 ms. Fehler: mehr. Entfällt ohne Browser.',
  },
  'unsized-images': {
    title: 'Bilder geben ihre Größe an',
    failureTitle: 'Bilder geben ihre Größe nicht an',
    why: 'Ein Bild ohne width und height verschiebt den Text, wenn es lädt.',
    fix: 'Geben Sie jedem <img> width und height der Datei; CSS darf es trotzdem skalieren.',
    thresholds:
      'Durch Attribute oder das style-Attribut; Stylesheets bleiben außer Betracht. Bestanden: alle. Warnung: mindestens die Hälfte. Fehler: weniger. Entfällt ohne Bilder.',
  },
  'unused-css': {
    title: 'Stylesheets werden verwendet',
    failureTitle: 'Es werden Stylesheets geladen, die die Seite nicht braucht',
    why: 'Regeln, die auf nichts in der Seite passen, werden trotzdem geladen und gelesen, bevor etwas erscheint.',
    fix: 'Teilen Sie Stylesheets nach Seiten auf, und entfernen Sie ungenutzte Regeln mit einem Werkzeug wie PurgeCSS.',
    thresholds:
      'Regeln, die auf dem Telefon oder am Schreibtisch auf ein Element passten, wie der Browser zählte; Stylesheets für den Druck zählen nicht. Bestanden: keine Datei hat 10 KiB oder mehr Ungenutztes, über das Netz gemessen. Warnung: eine doch. Entfällt ohne Browser.',
  },
  'unused-javascript': {
    title: 'Skripte werden verwendet',
    failureTitle: 'Es werden Skripte geladen, die die Seite nicht braucht',
    why: 'Funktionen, die nie laufen, werden trotzdem geladen und übersetzt, bevor die Seite auf Eingaben antwortet.',
    fix: 'Teilen Sie Bündel nach Seiten auf, laden Sie selten Gebrauchtes erst bei Bedarf mit import(), und entfernen Sie Bibliotheken, die nichts verwendet.',
    thresholds:
      'Funktionen, die liefen, bis die Seite ruhig war, wie der Browser zählte. Bestanden: keine Datei hat 20 KiB oder mehr Ungenutztes, über das Netz gemessen. Warnung: eine doch. Entfällt ohne Browser.',
  },
};
