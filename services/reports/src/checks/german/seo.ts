import type { CheckTextsOf } from './check-texts.ts';
import type * as checks from '../seo/index.ts';

/** Titles, reasons and remedies of the checks on search engines in German. */
export const seoTexts: CheckTextsOf<typeof checks> = {
  'ai-crawlers': {
    title: 'Welche KI-Crawler die Seite lesen dürfen',
    failureTitle: 'Welche KI-Crawler die Seite lesen dürfen',
    why: 'Ob Sprachmodelle eine Seite lesen und daraus antworten, entscheiden Sie. Hier steht, was die robots.txt heute sagt.',
    fix: 'Nennen Sie in der robots.txt die Crawler, die Sie aussperren oder zulassen wollen.',
  },
  'blocked-resources': {
    title: 'Suchmaschinen dürfen Stylesheets und Skripte abrufen',
    failureTitle: 'Suchmaschinen dürfen manche Stylesheets oder Skripte nicht abrufen',
    why: 'Suchmaschinen rendern die Seite. Sperrt die robots.txt ihre Stylesheets und Skripte, sehen sie eine kaputte Seite.',
    fix: 'Entfernen Sie die Disallow-Regeln, die .css- und .js-Dateien betreffen.',
  },
  canonical: {
    title: 'Der Canonical-Link ist gültig',
    failureTitle: 'Der Canonical-Link ist nicht gültig',
    why: 'Der Canonical-Link sagt Suchmaschinen, welche von mehreren ähnlichen Seiten sie zeigen sollen. Ein falscher nimmt die Seite aus den Ergebnissen.',
    fix: 'Setzen Sie ein <link rel="canonical"> mit der eigenen absoluten URL der Seite in den Kopf.',
  },
  'crawlable-links': {
    title: 'Crawler können den Links folgen',
    failureTitle: 'Crawler können manchen Links nicht folgen',
    why: 'Crawler finden Seiten über das href von Links. Ein Link, der nur mit einem Skript funktioniert, ist für sie eine Sackgasse.',
    fix: 'Schreiben Sie das Ziel jedes Links in href, und nehmen Sie <button> für alles, was kein Link ist.',
  },
  favicon: {
    title: 'Die Website hat ein Icon',
    failureTitle: 'Die Website hat kein funktionierendes Icon',
    why: 'Das Icon steht neben der Seite in Suchergebnissen, Tabs und Lesezeichen.',
    fix: 'Ergänzen Sie <link rel="icon" href="/icon.svg"> und liefern Sie auch eine /favicon.ico aus.',
  },
  'host-variants': {
    title: 'Die Seite hat eine einzige Adresse, mit oder ohne www',
    failureTitle: 'Die Seite hat zwei Adressen, mit und ohne www',
    why: 'Für eine Suchmaschine ist dieselbe Seite unter www.example.org und example.org zwei Seiten. Menschen tippen beides.',
    fix: 'Leiten Sie eine der beiden Adressen mit 301 oder 308 auf die andere um.',
  },
  hreflang: {
    title: 'Sprachfassungen sind richtig angegeben',
    failureTitle: 'Sprachfassungen sind nicht richtig angegeben',
    why: 'hreflang-Links führen Menschen zur Fassung in ihrer Sprache. Einen Link mit falschem Code oder relativer URL verwerfen Suchmaschinen.',
    fix: 'Verwenden Sie Sprachen nach ISO 639-1 mit Regionen nach ISO 3166-1 und absolute URLs, und nennen Sie in jeder Fassung alle Fassungen, auch sie selbst.',
  },
  'http-status': {
    title: 'Die Seite antwortet mit Erfolg',
    failureTitle: 'Die Seite antwortet nicht mit Erfolg',
    why: 'Seiten, die mit einem Fehler antworten, nehmen Suchmaschinen aus dem Index.',
    fix: 'Lassen Sie den Server für diese URL mit 200 antworten, oder leiten Sie sie auf die Seite um, die sie ersetzt hat.',
  },
  indexable: {
    title: 'Suchmaschinen dürfen die Seite indexieren',
    failureTitle: 'Suchmaschinen dürfen die Seite nicht indexieren',
    why: 'Eine Seite, die nicht indexiert werden darf, erscheint in keinem Suchergebnis, wie gut sie sonst auch ist.',
    fix: 'Soll die Seite gefunden werden, entfernen Sie noindex aus dem robots-Meta-Tag und dem Header X-Robots-Tag und die Disallow-Regel aus der robots.txt.',
  },
  'insecure-internal-links': {
    title: 'Links innerhalb der Website verwenden HTTPS',
    failureTitle: 'Links innerhalb der Website verwenden unverschlüsseltes HTTP',
    why: 'Ein http-Link auf die eigene Seite kostet jeden Besucher und Crawler eine Umleitung und kann unterwegs verändert werden.',
    fix: 'Schreiben Sie https:// in Links auf Ihre eigenen Seiten.',
  },
  'internal-nofollow': {
    title: 'Links innerhalb der Website darf gefolgt werden',
    failureTitle: 'Links innerhalb der Website darf nicht gefolgt werden',
    why: 'nofollow an einem Link auf die eigene Seite sagt Suchmaschinen, dass Sie nicht für sie einstehen.',
    fix: 'Entfernen Sie rel="nofollow" von Links auf Ihre eigenen Seiten; halten Sie Seiten besser mit noindex heraus.',
  },
  'link-count': {
    title: 'Die Seite hat überschaubar viele Links',
    failureTitle: 'Die Seite hat zu viele Links',
    why: 'Was eine Seite an Ranking weitergibt, verteilt sich auf ihre Links, und aus Hunderten findet niemand den richtigen.',
    fix: 'Verlinken Sie die Seiten, auf die es ankommt, und Übersichten über den Rest.',
  },
  'link-text': {
    title: 'Linktexte beschreiben ihr Ziel',
    failureTitle: 'Linktexte beschreiben ihr Ziel nicht',
    why: 'Linktexte sagen Suchmaschinen und Menschen, die von Link zu Link springen, was sie erwartet.',
    fix: 'Ersetzen Sie „weiterlesen“ durch das, was es zu lesen gibt: „Preisliste lesen“.',
  },
  'meta-description': {
    title: 'Die Seite hat eine Meta-Description',
    failureTitle: 'Der Seite fehlt eine brauchbare Meta-Description',
    why: 'Suchmaschinen zeigen die Beschreibung unter dem Titel. Eine gute gewinnt den Klick.',
    fix: 'Setzen Sie <meta name="description" content="…"> in den Kopf: ein oder zwei Sätze mit 80 bis 160 Zeichen, die es nur auf dieser Seite gibt.',
  },
  'meta-refresh': {
    title: 'Die Seite lädt sich nicht selbst neu und leitet nicht selbst um',
    failureTitle: 'Die Seite lädt sich selbst neu oder leitet selbst um',
    why: 'Eine Seite, die sich nach einer Zeit neu lädt, verschwindet beim Lesen und verbirgt einen Umzug vor Suchmaschinen.',
    fix: 'Leiten Sie auf dem Server mit 301 oder 308 um, und erneuern Sie Teile der Seite auf Wunsch mit einem Skript.',
  },
  'not-found-page': {
    title: 'Fehlende Seiten antworten mit 404',
    failureTitle: 'Fehlende Seiten antworten nicht mit 404',
    why: 'Eine Website, die auf alles mit 200 antwortet („Soft 404“), füllt den Index mit Seiten, die es nicht gibt.',
    fix: 'Antworten Sie mit 404 und einer hilfreichen Seite; leiten Sie nicht auf die Startseite um.',
  },
  'open-graph': {
    title: 'Geteilte Links haben Titel und Bild',
    failureTitle: 'Geteilten Links fehlt ein Titel oder ein Bild',
    why: 'Messenger und soziale Netzwerke bauen Linkvorschauen aus Open-Graph-Tags. Skripte führen sie nicht aus.',
    fix: 'Ergänzen Sie die vier <meta property="og:…">-Tags mit absoluten URLs und einem Bild von 1.200 × 630 Pixeln.',
  },
  'robots-txt': {
    title: 'Die robots.txt ist gültig',
    failureTitle: 'Die robots.txt ist nicht gültig',
    why: 'Ein Crawler, der die robots.txt nicht lesen kann, übergeht womöglich ihre Regeln oder meidet die Website, solange der Server Fehler meldet.',
    fix: 'Liefern Sie eine /robots.txt als reinen Text mit Zeilen für User-agent, Allow, Disallow und Sitemap aus.',
  },
  'server-rendered': {
    title: 'Die Seite hat ihren Inhalt, bevor Skripte laufen',
    failureTitle: 'Die Seite hat keinen Inhalt, bevor Skripte laufen',
    why: 'Suchmaschinen führen Skripte erst spät aus, die meisten anderen Crawler, Linkvorschauen und KI-Leser nie.',
    fix: 'Rendern Sie die Seite auf dem Server oder beim Build.',
  },
  'sitemap-lists-page': {
    title: 'Die Sitemap nennt die Seite',
    failureTitle: 'Die Sitemap nennt die Seite nicht',
    why: 'Eine Seite, die in einer sonst vollständigen Sitemap fehlt, wird spät gefunden.',
    fix: 'Nehmen Sie die kanonische URL der Seite in die Sitemap auf.',
  },
  sitemap: {
    title: 'Die Website hat eine gültige Sitemap',
    failureTitle: 'Die Website hat keine gültige Sitemap',
    why: 'Eine Sitemap sagt Suchmaschinen, welche Seiten es gibt und welche sich geändert haben.',
    fix: 'Veröffentlichen Sie eine /sitemap.xml und nennen Sie sie in der robots.txt. Teilen Sie sie mit einem Sitemap-Index, wenn sie wächst.',
  },
  'snippet-limits': {
    title: 'Suchergebnisse dürfen die Seite zitieren und ihre Bilder zeigen',
    failureTitle: 'Suchergebnisse dürfen die Seite nicht ganz zitieren oder ihre Bilder nicht zeigen',
    why: 'nosnippet, max-snippet:0 und max-image-preview:none lassen in den Ergebnissen nur einen nackten Titel, den kaum jemand anklickt.',
    fix: 'Entfernen Sie die Anweisung, oder setzen Sie max-snippet:-1, max-image-preview:large.',
  },
  'structured-data': {
    title: 'Die strukturierten Daten sind vollständig',
    failureTitle: 'Die strukturierten Daten sind unvollständig oder ungültig',
    why: 'Preise, Bewertungen, Rezepte und Termine zeigen Suchmaschinen nur aus vollständigen strukturierten Daten.',
    fix: 'Beschreiben Sie die Seite in einem <script type="application/ld+json"> mit Typen von schema.org, und prüfen Sie sie im Test für Rich-Suchergebnisse.',
  },
  title: {
    title: 'Die Seite hat genau einen Titel von brauchbarer Länge',
    failureTitle: 'Der Seite fehlt ein einzelner Titel von brauchbarer Länge',
    why: 'Der Titel ist die Überschrift im Suchergebnis, die Beschriftung des Browser-Tabs und die klarste Aussage, worum es auf einer Seite geht.',
    fix: 'Schreiben Sie einen <title> in den Kopf: was die Seite bietet, die wichtigsten Wörter zuerst, 30 bis 60 Zeichen.',
  },
  'twitter-card': {
    title: 'Geteilte Links nennen eine Kartenart',
    failureTitle: 'Geteilte Links nennen keine Kartenart',
    why: 'Ohne twitter:card zeigen X und Apps, die sich danach richten, neben dem Link ein kleines Quadrat oder nichts.',
    fix: 'Ergänzen Sie <meta name="twitter:card" content="summary_large_image">; Titel und Bild kommen aus Open Graph.',
  },
  'url-format': {
    title: 'Die URL ist lesbar und eindeutig',
    failureTitle: 'Die URL ist schwer lesbar oder mehrdeutig',
    why: 'Sitzungskennungen und Großbuchstaben geben einer Seite viele Adressen. Unterstriche lesen Suchmaschinen als Teil des Wortes, Bindestriche als Trennung.',
    fix: 'Halten Sie Sitzungskennungen in Cookies, schreiben Sie Pfade klein und mit Bindestrichen, und leiten Sie die alten Adressen um.',
  },
  'url-length': {
    title: 'Die URL ist kurz',
    failureTitle: 'Die URL ist lang',
    why: 'Eine kurze URL ist in Ergebnissen lesbar, lässt sich merken und wird ganz weitergegeben.',
    fix: 'Lassen Sie nichtssagende Ordner, Daten und Parameter weg, und leiten Sie die alte URL um.',
  },
  viewport: {
    title: 'Die Seite passt auf Telefone und lässt sich vergrößern',
    failureTitle: 'Die Seite passt nicht auf Telefone oder lässt sich nicht vergrößern',
    why: 'Ohne Viewport zeigen Telefone die Seite verkleinert wie am Schreibtisch, und Suchmaschinen indexieren, was das Telefon zeigt.',
    fix: 'Ergänzen Sie <meta name="viewport" content="width=device-width, initial-scale=1">.',
  },
};
