import type { CheckTextsOf } from './check-texts.ts';
import type * as checks from '../seo/index.ts';

/** Titles, reasons and remedies of the checks on search engines in German. */
export const seoTexts: CheckTextsOf<typeof checks> = {
  'ai-crawlers': {
    title: 'Welche KI-Crawler die Seite lesen dürfen',
    failureTitle: 'Welche KI-Crawler die Seite lesen dürfen',
    why: 'Ob Sprachmodelle eine Seite lesen und daraus antworten, entscheiden Sie. Hier steht, was die robots.txt heute sagt.',
    fix: 'Nennen Sie in der robots.txt die Crawler, die Sie aussperren oder zulassen wollen.',
    thresholds: 'Nur zur Information.',
  },
  'blocked-resources': {
    title: 'Suchmaschinen dürfen Stylesheets und Skripte abrufen',
    failureTitle: 'Suchmaschinen dürfen manche Stylesheets oder Skripte nicht abrufen',
    why: 'Suchmaschinen rendern die Seite. Sperrt die robots.txt ihre Stylesheets und Skripte, sehen sie eine kaputte Seite.',
    fix: 'Entfernen Sie die Disallow-Regeln, die .css- und .js-Dateien betreffen.',
    thresholds:
      'Googlebot und die eigenen Dateien der Website. Bestanden: alle erlaubt. Fehler: ein Stylesheet oder Skript ist gesperrt. Entfällt ohne solche.',
  },
  canonical: {
    title: 'Der Canonical-Link ist gültig',
    failureTitle: 'Der Canonical-Link ist nicht gültig',
    why: 'Der Canonical-Link sagt Suchmaschinen, welche von mehreren ähnlichen Seiten sie zeigen sollen. Ein falscher nimmt die Seite aus den Ergebnissen.',
    fix: 'Setzen Sie ein <link rel="canonical"> mit der eigenen absoluten URL der Seite in den Kopf.',
    thresholds:
      'Bestanden: eine absolute URL. Fehler: ungültig, relativ oder auf einer https-Seite über HTTP, mehrere verschiedene, eine andere Sprachfassung, oder die Startseite auf jeder anderen Seite (/index.html ist dasselbe). Entfällt ohne eine.',
  },
  'crawlable-links': {
    title: 'Crawler können den Links folgen',
    failureTitle: 'Crawler können manchen Links nicht folgen',
    why: 'Crawler finden Seiten über das href von Links. Ein Link, der nur mit einem Skript funktioniert, ist für sie eine Sackgasse.',
    fix: 'Schreiben Sie das Ziel jedes Links in href, und nehmen Sie <button> für alles, was kein Link ist.',
    thresholds:
      'Bestanden: jedes <a>, das als Link dient, hat eine Adresse. Fehler: einem fehlt sie, oder sie ist ungültig, file: oder javascript:void(0).',
  },
  favicon: {
    title: 'Die Website hat ein Icon',
    failureTitle: 'Die Website hat kein funktionierendes Icon',
    why: 'Das Icon steht neben der Seite in Suchergebnissen, Tabs und Lesezeichen.',
    fix: 'Ergänzen Sie <link rel="icon" href="/icon.svg"> und liefern Sie auch eine /favicon.ico aus.',
    thresholds:
      'Bestanden: ein Bild, angegeben oder unter /favicon.ico. Warnung: nicht als Bild gesendet oder nur in der Seite eingebettet. Fehler: keines oder eine Fehlermeldung.',
  },
  'host-variants': {
    title: 'Die Seite hat eine einzige Adresse, mit oder ohne www',
    failureTitle: 'Die Seite hat zwei Adressen, mit und ohne www',
    why: 'Für eine Suchmaschine ist dieselbe Seite unter www.example.org und example.org zwei Seiten. Menschen tippen beides.',
    fix: 'Leiten Sie eine der beiden Adressen mit 301 oder 308 auf die andere um.',
    thresholds:
      'Bestanden: der andere Host leitet dauerhaft hierher um. Warnung: er leitet vorläufig um (302, 307) oder antwortet nicht. Fehler: er liefert die Seite selbst aus. Entfällt bei Hosts ohne solches Gegenstück.',
  },
  hreflang: {
    title: 'Sprachfassungen sind richtig angegeben',
    failureTitle: 'Sprachfassungen sind nicht richtig angegeben',
    why: 'hreflang-Links führen Menschen zur Fassung in ihrer Sprache. Einen Link mit falschem Code oder relativer URL verwerfen Suchmaschinen.',
    fix: 'Verwenden Sie Sprachen nach ISO 639-1 mit Regionen nach ISO 3166-1 und absolute URLs, und nennen Sie in jeder Fassung alle Fassungen, auch sie selbst.',
    thresholds:
      'Bestanden: bekannte Sprachen und absolute URLs, darunter diese Seite oder ihre kanonische. Warnung: eine unbekannte Region (en-UK statt en-GB) oder kein Verweis auf die Seite selbst. Fehler: eine unbekannte Sprache oder eine relative URL. Entfällt ohne hreflang-Links.',
  },
  'http-status': {
    title: 'Die Seite antwortet mit Erfolg',
    failureTitle: 'Die Seite antwortet nicht mit Erfolg',
    why: 'Seiten, die mit einem Fehler antworten, nehmen Suchmaschinen aus dem Index.',
    fix: 'Lassen Sie den Server für diese URL mit 200 antworten, oder leiten Sie sie auf die Seite um, die sie ersetzt hat.',
    thresholds: 'Bestanden: 200. Warnung: ein anderer Status unter 400. Fehler: 400–599.',
  },
  indexable: {
    title: 'Suchmaschinen dürfen die Seite indexieren',
    failureTitle: 'Suchmaschinen dürfen die Seite nicht indexieren',
    why: 'Eine Seite, die nicht indexiert werden darf, erscheint in keinem Suchergebnis, wie gut sie sonst auch ist.',
    fix: 'Soll die Seite gefunden werden, entfernen Sie noindex aus dem robots-Meta-Tag und dem Header X-Robots-Tag und die Disallow-Regel aus der robots.txt.',
    thresholds:
      'Bestanden: allen geprüften Suchmaschinen erlaubt, was immer archive.org darf. Warnung: für einige Suchmaschinen gesperrt. Fehler: für alle gesperrt, was die Note begrenzt.',
  },
  'insecure-internal-links': {
    title: 'Links innerhalb der Website verwenden HTTPS',
    failureTitle: 'Links innerhalb der Website verwenden unverschlüsseltes HTTP',
    why: 'Ein http-Link auf die eigene Seite kostet jeden Besucher und Crawler eine Umleitung und kann unterwegs verändert werden.',
    fix: 'Schreiben Sie https:// in Links auf Ihre eigenen Seiten.',
    thresholds:
      'Bestanden: keine. Warnung: einige. Entfällt auf einer Seite ohne HTTPS oder ohne Links innerhalb der Website.',
  },
  'internal-nofollow': {
    title: 'Links innerhalb der Website darf gefolgt werden',
    failureTitle: 'Links innerhalb der Website darf nicht gefolgt werden',
    why: 'nofollow an einem Link auf die eigene Seite sagt Suchmaschinen, dass Sie nicht für sie einstehen.',
    fix: 'Entfernen Sie rel="nofollow" von Links auf Ihre eigenen Seiten; halten Sie Seiten besser mit noindex heraus.',
    thresholds: 'Bestanden: keine. Warnung: einige. Entfällt ohne Links innerhalb der Website.',
  },
  'link-count': {
    title: 'Die Seite hat überschaubar viele Links',
    failureTitle: 'Die Seite hat zu viele Links',
    why: 'Was eine Seite an Ranking weitergibt, verteilt sich auf ihre Links, und aus Hunderten findet niemand den richtigen.',
    fix: 'Verlinken Sie die Seiten, auf die es ankommt, und Übersichten über den Rest.',
    thresholds: 'Bestanden: bis 100 Links. Warnung: bis 200. Fehler: mehr.',
  },
  'link-text': {
    title: 'Linktexte beschreiben ihr Ziel',
    failureTitle: 'Linktexte beschreiben ihr Ziel nicht',
    why: 'Linktexte sagen Suchmaschinen und Menschen, die von Link zu Link springen, was sie erwartet.',
    fix: 'Ersetzen Sie „weiterlesen“ durch das, was es zu lesen gibt: „Preisliste lesen“.',
    thresholds: 'Bestanden: kein Linktext ist eine Floskel wie „hier klicken“. Fehler: einer ist es.',
  },
  'meta-description': {
    title: 'Die Seite hat eine Meta-Description',
    failureTitle: 'Der Seite fehlt eine brauchbare Meta-Description',
    why: 'Suchmaschinen zeigen die Beschreibung unter dem Titel. Eine gute gewinnt den Klick.',
    fix: 'Setzen Sie <meta name="description" content="…"> in den Kopf: ein oder zwei Sätze mit 80 bis 160 Zeichen, die es nur auf dieser Seite gibt.',
    thresholds:
      'Bestanden: eine mit 80–160 Zeichen. Warnung: eine andere Länge oder mehrere. Fehler: keine oder eine leere. Ostasiatische Zeichen zählen doppelt.',
  },
  'meta-refresh': {
    title: 'Die Seite lädt sich nicht selbst neu und leitet nicht selbst um',
    failureTitle: 'Die Seite lädt sich selbst neu oder leitet selbst um',
    why: 'Eine Seite, die sich nach einer Zeit neu lädt, verschwindet beim Lesen und verbirgt einen Umzug vor Suchmaschinen.',
    fix: 'Leiten Sie auf dem Server mit 301 oder 308 um, und erneuern Sie Teile der Seite auf Wunsch mit einem Skript.',
    thresholds:
      'Ein Meta-Tag oder ein Refresh-Header. Bestanden: keiner. Warnung: eine sofortige Umleitung. Fehler: ein Neuladen nach einigen Sekunden (bis 20 Stunden).',
  },
  'not-found-page': {
    title: 'Fehlende Seiten antworten mit 404',
    failureTitle: 'Fehlende Seiten antworten nicht mit 404',
    why: 'Eine Website, die auf alles mit 200 antwortet („Soft 404“), füllt den Index mit Seiten, die es nicht gibt.',
    fix: 'Antworten Sie mit 404 und einer hilfreichen Seite; leiten Sie nicht auf die Startseite um.',
    thresholds:
      'Fragt nach einer URL, die es nicht geben kann. Bestanden: 404 oder 410. Warnung: ein anderer Fehler. Fehler: Erfolg oder eine Umleitung auf eine Seite, die es gibt.',
  },
  'open-graph': {
    title: 'Geteilte Links haben Titel und Bild',
    failureTitle: 'Geteilten Links fehlt ein Titel oder ein Bild',
    why: 'Messenger und soziale Netzwerke bauen Linkvorschauen aus Open-Graph-Tags. Skripte führen sie nicht aus.',
    fix: 'Ergänzen Sie die vier <meta property="og:…">-Tags mit absoluten URLs und einem Bild von 1.200 × 630 Pixeln.',
    thresholds:
      'Bestanden: og:title, og:type, og:image und og:url, URLs absolut. Warnung: einige fehlen oder sind relativ. Fehler: keine.',
  },
  'robots-txt': {
    title: 'Die robots.txt ist gültig',
    failureTitle: 'Die robots.txt ist nicht gültig',
    why: 'Ein Crawler, der die robots.txt nicht lesen kann, übergeht womöglich ihre Regeln oder meidet die Website, solange der Server Fehler meldet.',
    fix: 'Liefern Sie eine /robots.txt als reinen Text mit Zeilen für User-agent, Allow, Disallow und Sitemap aus.',
    thresholds:
      'Bestanden: jede Zeile wird verstanden. Warnung: keine Datei (4xx) oder länger als die 512 KiB, die Crawler lesen. Fehler: fehlerhafte Zeilen, HTML statt der Datei oder ein Serverfehler (5xx).',
  },
  'server-rendered': {
    title: 'Die Seite hat ihren Inhalt, bevor Skripte laufen',
    failureTitle: 'Die Seite hat keinen Inhalt, bevor Skripte laufen',
    why: 'Suchmaschinen führen Skripte erst spät aus, die meisten anderen Crawler, Linkvorschauen und KI-Leser nie.',
    fix: 'Rendern Sie die Seite auf dem Server oder beim Build.',
    thresholds:
      'Bestanden: das HTML hat Inhalt. Warnung: weniger als 200 Zeichen Text, Skripte und ein leeres Element für die Anwendung oder ein Text wie „Loading…“. Wenig Text und ein Skriptbündel informieren nur.',
  },
  'sitemap-lists-page': {
    title: 'Die Sitemap nennt die Seite',
    failureTitle: 'Die Sitemap nennt die Seite nicht',
    why: 'Eine Seite, die in einer sonst vollständigen Sitemap fehlt, wird spät gefunden.',
    fix: 'Nehmen Sie die kanonische URL der Seite in die Sitemap auf.',
    thresholds:
      'Bestanden: unter ihrer eigenen oder ihrer kanonischen URL genannt. Warnung: nicht genannt. Entfällt, wenn die Sitemap ein Index, abgeschnitten oder unlesbar ist.',
  },
  sitemap: {
    title: 'Die Website hat eine gültige Sitemap',
    failureTitle: 'Die Website hat keine gültige Sitemap',
    why: 'Eine Sitemap sagt Suchmaschinen, welche Seiten es gibt und welche sich geändert haben.',
    fix: 'Veröffentlichen Sie eine /sitemap.xml und nennen Sie sie in der robots.txt. Teilen Sie sie mit einem Sitemap-Index, wenn sie wächst.',
    thresholds:
      'Bestanden: eine lesbare Sitemap mit bis zu 50.000 URLs und 50 MiB. Warnung: keine. Fehler: eine in der robots.txt genannte fehlt, ist fehlerhaft oder zu groß.',
  },
  'snippet-limits': {
    title: 'Suchergebnisse dürfen die Seite zitieren und ihre Bilder zeigen',
    failureTitle: 'Suchergebnisse dürfen die Seite nicht ganz zitieren oder ihre Bilder nicht zeigen',
    why: 'nosnippet, max-snippet:0 und max-image-preview:none lassen in den Ergebnissen nur einen nackten Titel, den kaum jemand anklickt.',
    fix: 'Entfernen Sie die Anweisung, oder setzen Sie max-snippet:-1, max-image-preview:large.',
    thresholds: 'Bestanden: keine solche Anweisung. Warnung: eine.',
  },
  'structured-data': {
    title: 'Die strukturierten Daten sind vollständig',
    failureTitle: 'Die strukturierten Daten sind unvollständig oder ungültig',
    why: 'Preise, Bewertungen, Rezepte und Termine zeigen Suchmaschinen nur aus vollständigen strukturierten Daten.',
    fix: 'Beschreiben Sie die Seite in einem <script type="application/ld+json"> mit Typen von schema.org, und prüfen Sie sie im Test für Rich-Suchergebnisse.',
    thresholds:
      'JSON-LD, Mikrodaten und RDFa, auch verschachtelt, nach Googles Listen der Pflichtangaben. Bestanden: Typen von schema.org mit allen davon. Warnung: gar keine. Fehler: unlesbares JSON, kein @type, ein unbekannter Typ, eine fehlende Pflichtangabe, ein Datum, eine Zahl, ein Preis oder eine Währung, die keine ist, oder eine @id dieser Seite, die nichts hat.',
  },
  title: {
    title: 'Die Seite hat genau einen Titel von brauchbarer Länge',
    failureTitle: 'Der Seite fehlt ein einzelner Titel von brauchbarer Länge',
    why: 'Der Titel ist die Überschrift im Suchergebnis, die Beschriftung des Browser-Tabs und die klarste Aussage, worum es auf einer Seite geht.',
    fix: 'Schreiben Sie einen <title> in den Kopf: was die Seite bietet, die wichtigsten Wörter zuerst, 30 bis 60 Zeichen.',
    thresholds:
      'Bestanden: ein Titel mit 30–60 Zeichen. Warnung: einer mit bis zu 75. Fehler: keiner, ein leerer, mehrere oder mehr als 75. Ostasiatische Zeichen zählen doppelt.',
  },
  'twitter-card': {
    title: 'Geteilte Links nennen eine Kartenart',
    failureTitle: 'Geteilte Links nennen keine Kartenart',
    why: 'Ohne twitter:card zeigen X und Apps, die sich danach richten, neben dem Link ein kleines Quadrat oder nichts.',
    fix: 'Ergänzen Sie <meta name="twitter:card" content="summary_large_image">; Titel und Bild kommen aus Open Graph.',
    thresholds: 'Bestanden: eine bekannte Karte. Warnung: keine. Fehler: eine unbekannte.',
  },
  'url-format': {
    title: 'Die URL ist lesbar und eindeutig',
    failureTitle: 'Die URL ist schwer lesbar oder mehrdeutig',
    why: 'Sitzungskennungen und Großbuchstaben geben einer Seite viele Adressen. Unterstriche lesen Suchmaschinen als Teil des Wortes, Bindestriche als Trennung.',
    fix: 'Halten Sie Sitzungskennungen in Cookies, schreiben Sie Pfade klein und mit Bindestrichen, und leiten Sie die alten Adressen um.',
    thresholds:
      'Bestanden: Kleinbuchstaben, Bindestriche, keine doppelten Schrägstriche, bis zu 3 Parameter. Warnung: anders. Fehler: eine Sitzungskennung.',
  },
  'url-length': {
    title: 'Die URL ist kurz',
    failureTitle: 'Die URL ist lang',
    why: 'Eine kurze URL ist in Ergebnissen lesbar, lässt sich merken und wird ganz weitergegeben.',
    fix: 'Lassen Sie nichtssagende Ordner, Daten und Parameter weg, und leiten Sie die alte URL um.',
    thresholds: 'Bestanden: bis 75 Zeichen. Warnung: bis 100. Fehler: mehr.',
  },
  viewport: {
    title: 'Die Seite passt auf Telefone und lässt sich vergrößern',
    failureTitle: 'Die Seite passt nicht auf Telefone oder lässt sich nicht vergrößern',
    why: 'Ohne Viewport zeigen Telefone die Seite verkleinert wie am Schreibtisch, und Suchmaschinen indexieren, was das Telefon zeigt.',
    fix: 'Ergänzen Sie <meta name="viewport" content="width=device-width, initial-scale=1">.',
    thresholds:
      'Bestanden: width=device-width (oder eine Anfangsskalierung), und Zoomen ist erlaubt. Warnung: Zoomen gesperrt oder unter 5× begrenzt, oder eine feste Breite. Fehler: kein Viewport.',
  },
};
