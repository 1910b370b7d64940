import type { FindingsOf } from './check-texts.ts';
import type * as checks from '../seo/index.ts';

/** Messages of the checks on search engines, in English and German. */
export const seoFindings: FindingsOf<typeof checks> = {
  'ai-crawlers': [
    [
      'robots.txt lets all known AI crawlers read this page.',
      'Die robots.txt lässt alle bekannten KI-Crawler diese Seite lesen.',
    ],
    [
      'robots.txt keeps {0} of {1} known AI crawlers out of this page.',
      'Die robots.txt sperrt {0} von {1} bekannten KI-Crawlern von dieser Seite aus.',
    ],
  ],
  'blocked-resources': [
    [
      'The page has no styles or scripts from its own site.',
      'Die Seite hat keine Stylesheets oder Skripte von der eigenen Website.',
    ],
    ['Search engines may fetch styles and scripts.', 'Suchmaschinen dürfen Stylesheets und Skripte abrufen.'],
    [
      'robots.txt blocks {0}. Allow search engines to fetch them.',
      'Die robots.txt sperrt {0}. Erlauben Sie Suchmaschinen, sie abzurufen.',
    ],
  ],
  canonical: [
    ['The page declares no canonical URL.', 'Die Seite nennt keine kanonische URL.'],
    [
      'The canonical link is not a valid URL. Use the page’s own absolute URL.',
      'Der Canonical-Link ist keine gültige URL. Verwenden Sie die eigene absolute URL der Seite.',
    ],
    [
      'The canonical link is relative. Use an absolute URL.',
      'Der Canonical-Link ist relativ. Verwenden Sie eine absolute URL.',
    ],
    [
      'The page declares several canonical URLs. Keep one.',
      'Die Seite nennt mehrere kanonische URLs. Behalten Sie eine.',
    ],
    [
      'The canonical link has a fragment, which search engines ignore. Leave it out.',
      'Der Canonical-Link hat ein Fragment, das Suchmaschinen übergehen. Lassen Sie es weg.',
    ],
    [
      'The canonical link leads from HTTPS to plain HTTP. Use the https URL.',
      'Der Canonical-Link führt von HTTPS zu unverschlüsseltem HTTP. Nennen Sie die https-URL.',
    ],
    [
      'Search engines ignore a canonical link with {0}. Remove the attribute.',
      'Suchmaschinen übergehen einen Canonical-Link mit {0}. Entfernen Sie das Attribut.',
    ],
    [
      'The canonical link leads to a page that returns {0}. Correct it.',
      'Der Canonical-Link führt zu einer Seite, die mit {0} antwortet. Berichtigen Sie ihn.',
    ],
    [
      'The canonical link points to another language version. Each version must point to itself.',
      'Der Canonical-Link zeigt auf eine andere Sprachfassung. Jede Fassung muss auf sich selbst zeigen.',
    ],
    [
      'The canonical link points to the site’s root, which removes this page from the results.',
      'Der Canonical-Link zeigt auf die Startseite und nimmt diese Seite damit aus den Ergebnissen.',
    ],
    ['The canonical link is valid.', 'Der Canonical-Link ist gültig.'],
  ],
  'crawlable-links': [
    ['The page has no links.', 'Die Seite hat keine Links.'],
    ['Every link can be followed.', 'Jedem Link kann gefolgt werden.'],
    [
      '{0} can’t be followed by crawlers. Put the destination in href.',
      '{0} {0:führt|führen} Crawler nicht weiter. Schreiben Sie das Ziel in href.',
    ],
  ],
  favicon: [
    [
      'The icon could not be fetched ({0}). Make its server respond.',
      'Das Icon war nicht abrufbar ({0}). Sorgen Sie dafür, dass sein Server antwortet.',
    ],
    [
      'The icon is a data: URL, which search engines can’t fetch. Put one at /favicon.ico too.',
      'Das Icon ist eine data:-URL, die Suchmaschinen nicht abrufen können. Legen Sie auch eines unter /favicon.ico ab.',
    ],
    [
      'The declared icon returns {0}. Correct its address.',
      'Das genannte Icon antwortet mit {0}. Berichtigen Sie seine Adresse.',
    ],
    [
      'The site has no icon. Add one and declare it with <link rel="icon">.',
      'Die Website hat kein Icon. Ergänzen Sie eines und nennen Sie es mit <link rel="icon">.',
    ],
    [
      'The icon is sent as {0}. Send it as an image.',
      'Das Icon wird als {0} gesendet. Senden Sie es als Bild.',
    ],
    ['The site has an icon.', 'Die Website hat ein Icon.'],
  ],
  'host-variants': [
    [
      'The host has no variant with or without www.',
      'Den Host gibt es nicht in zwei Varianten mit und ohne www.',
    ],
    [
      'The other variant of the host doesn’t respond ({0}). Make it redirect here.',
      'Die andere Variante des Hosts antwortet nicht ({0}). Leiten Sie sie hierher um.',
    ],
    [
      'The other variant of the host returns {0}. Make it redirect here.',
      'Die andere Variante des Hosts antwortet mit {0}. Leiten Sie sie hierher um.',
    ],
    [
      'Both variants of the host serve the page. Redirect one to the other.',
      'Beide Varianten des Hosts liefern die Seite aus. Leiten Sie eine auf die andere um.',
    ],
    [
      'The other variant redirects with {0}, which is temporary. Use 301 or 308.',
      'Die andere Variante leitet mit {0} um, also nur vorübergehend. Verwenden Sie 301 oder 308.',
    ],
    ['The other variant of the host redirects here.', 'Die andere Variante des Hosts leitet hierher um.'],
  ],
  hreflang: [
    [
      'The page declares no versions in other languages.',
      'Die Seite nennt keine Fassungen in anderen Sprachen.',
    ],
    [
      'Some language versions are declared wrongly, so search engines drop them. Correct the codes and URLs.',
      'Manche Sprachfassungen sind falsch angegeben und werden von Suchmaschinen verworfen. Berichtigen Sie Codes und URLs.',
    ],
    [
      'Some regions don’t exist. Correct their codes; the United Kingdom is GB.',
      'Manche Regionen gibt es nicht. Berichtigen Sie ihre Codes; das Vereinigte Königreich ist GB.',
    ],
    [
      'The declared versions don’t include this page. Search engines expect each page to list itself too.',
      'Unter den genannten Fassungen fehlt diese Seite. Suchmaschinen erwarten, dass jede Seite auch sich selbst nennt.',
    ],
    ['{0} declared correctly.', '{0} richtig angegeben.'],
  ],
  'http-status': [
    ['The page returns 200.', 'Die Seite antwortet mit 200.'],
    [
      'The page returns {0}. A page that should be found returns 200.',
      'Die Seite antwortet mit {0}. Eine Seite, die gefunden werden soll, antwortet mit 200.',
    ],
    [
      'The page returns {0}, so search engines drop it. Make it return 200.',
      'Die Seite antwortet mit {0}, deshalb nehmen Suchmaschinen sie aus dem Index. Lassen Sie sie mit 200 antworten.',
    ],
  ],
  indexable: [
    [
      'The page is blocked from indexing. Lift the block if it should be found.',
      'Die Seite ist für die Indexierung gesperrt. Heben Sie die Sperre auf, wenn die Seite gefunden werden soll.',
    ],
    [
      'The page may be indexed. It isn’t archived at archive.org.',
      'Die Seite darf indexiert werden. Bei archive.org wird sie nicht archiviert.',
    ],
    [
      'The page is blocked for {0}. Lift the block if it is unintended.',
      'Die Seite ist für {0} gesperrt. Heben Sie die Sperre auf, wenn sie nicht beabsichtigt ist.',
    ],
    ['The page may be indexed.', 'Die Seite darf indexiert werden.'],
  ],
  'insecure-internal-links': [
    ['There are no links within the site.', 'Innerhalb der Website gibt es keine Links.'],
    [
      'The page itself is served over plain HTTP.',
      'Die Seite selbst wird über unverschlüsseltes HTTP ausgeliefert.',
    ],
    ['Links within the site use HTTPS.', 'Links innerhalb der Website verwenden HTTPS.'],
    ['{0} http. Write https:// instead.', '{0} http. Schreiben Sie stattdessen https://.'],
  ],
  'internal-nofollow': [
    ['The page has no links within the site.', 'Die Seite hat keine Links innerhalb der Website.'],
    ['Links within the site may be followed.', 'Links innerhalb der Website darf gefolgt werden.'],
    ['{0} nofollow. Remove it.', '{0} nofollow. Entfernen Sie es.'],
  ],
  'link-count': [
    ['The page has {0}.', 'Die Seite hat {0}.'],
    [
      'The page has {0}. Reduce them to 100 or fewer.',
      'Die Seite hat {0}. Verringern Sie sie auf höchstens 100.',
    ],
  ],
  'link-text': [
    ['The page has no links with text.', 'Die Seite hat keine Links mit Text.'],
    ['Every link text describes its destination.', 'Jeder Linktext beschreibt sein Ziel.'],
    ['{0} describe the destination. Name it in the text.', '{0} das Ziel nicht. Nennen Sie es im Text.'],
  ],
  'meta-description': [
    [
      'The page has no meta description. Add one of 80 to 160 characters to the head.',
      'Die Seite hat keine Meta-Description. Setzen Sie eine mit 80 bis 160 Zeichen in den Kopf.',
    ],
    [
      'The page has {0} meta descriptions. Keep one.',
      'Die Seite hat {0} Meta-Descriptions. Behalten Sie eine.',
    ],
    [
      'The description has {0} and will be cut off. Shorten it to 160 or fewer.',
      'Die Beschreibung hat {0} und wird abgeschnitten. Kürzen Sie sie auf höchstens 160.',
    ],
    [
      'The description has only {0}. Use 80 to 160.',
      'Die Beschreibung hat nur {0}. Verwenden Sie 80 bis 160.',
    ],
    ['The description has {0}.', 'Die Beschreibung hat {0}.'],
  ],
  'meta-refresh': [
    ['The page stays.', 'Die Seite bleibt stehen.'],
    [
      'The page redirects with a {0}. Redirect on the server with 301 or 308.',
      'Die Seite leitet mit {0} um. Leiten Sie auf dem Server mit 301 oder 308 um.',
    ],
    ['The page stays for more than 20 hours.', 'Die Seite bleibt länger als 20 Stunden stehen.'],
    [
      'The page reloads or redirects after {0}. Remove the refresh.',
      'Die Seite lädt sich nach {0} neu oder leitet um. Entfernen Sie das.',
    ],
  ],
  'not-found-page': [
    [
      'The page for missing URLs could not be fetched, so this was not checked.',
      'Die Seite für fehlende Adressen war nicht abrufbar, deshalb wurde dies nicht geprüft.',
    ],
    ['Missing pages return {0}.', 'Fehlende Seiten antworten mit {0}.'],
    ['Missing pages return {0}. Return 404.', 'Fehlende Seiten antworten mit {0}. Antworten Sie mit 404.'],
    [
      'Missing pages redirect to a page that exists. Return 404 instead.',
      'Fehlende Seiten leiten auf eine vorhandene Seite um. Antworten Sie stattdessen mit 404.',
    ],
    [
      'Missing pages return {0}, as if they existed. Return 404.',
      'Fehlende Seiten antworten mit {0}, als gäbe es sie. Antworten Sie mit 404.',
    ],
  ],
  'open-graph': [
    [
      'The page has no Open Graph tags. Add og:title, og:type, og:image and og:url.',
      'Die Seite hat keine Open-Graph-Tags. Ergänzen Sie og:title, og:type, og:image und og:url.',
    ],
    [
      'Missing: {0}. Add them for a full preview.',
      'Es fehlen: {0}. Ergänzen Sie sie für eine vollständige Vorschau.',
    ],
    [
      'Not absolute: {0}. Networks need absolute URLs.',
      'Nicht absolut: {0}. Netzwerke brauchen absolute URLs.',
    ],
    ['The Open Graph tags are complete.', 'Die Open-Graph-Tags sind vollständig.'],
  ],
  'robots-txt': [
    [
      'robots.txt could not be fetched ({0}). Crawlers may stop because of it. Make the server respond.',
      'Die robots.txt war nicht abrufbar ({0}). Crawler hören deswegen womöglich auf. Sorgen Sie dafür, dass der Server antwortet.',
    ],
    [
      'robots.txt returns {0}, so crawlers treat the whole site as blocked. Fix the server error.',
      'Die robots.txt antwortet mit {0}, deshalb halten Crawler die ganze Website für gesperrt. Beheben Sie den Serverfehler.',
    ],
    [
      'There is no robots.txt. Add one that lists the sitemap.',
      'Es gibt keine robots.txt. Legen Sie eine an, die die Sitemap nennt.',
    ],
    [
      'robots.txt has {0} that crawlers don’t understand. Correct them.',
      'Die robots.txt hat {0}, die Crawler nicht verstehen. Berichtigen Sie sie.',
    ],
    [
      'robots.txt is longer than the 512 KiB that crawlers read. Shorten it.',
      'Die robots.txt ist länger als die 512 KiB, die Crawler lesen. Kürzen Sie sie.',
    ],
    ['robots.txt is valid.', 'Die robots.txt ist gültig.'],
  ],
  'server-rendered': [
    [
      'The page has little text and a script bundle. Only a browser can tell whether scripts add more.',
      'Die Seite hat wenig Text und ein Skript-Bundle. Nur ein Browser kann sagen, ob Skripte mehr ergänzen.',
    ],
    ['The page has its content before scripts run.', 'Die Seite hat ihren Inhalt, bevor Skripte laufen.'],
    [
      'The page is empty before its scripts run ({0}). Render it on the server.',
      'Die Seite ist leer, bevor ihre Skripte laufen ({0}). Rendern Sie sie auf dem Server.',
    ],
  ],
  'sitemap-lists-page': [
    ['The sitemap lists the page.', 'Die Sitemap nennt die Seite.'],
    ['The site has no sitemap that could be read.', 'Die Website hat keine lesbare Sitemap.'],
    ['The sitemap could not be read in full.', 'Die Sitemap war nicht vollständig lesbar.'],
    [
      'The sitemap doesn’t list the page. Add its canonical URL.',
      'Die Sitemap nennt die Seite nicht. Nehmen Sie ihre kanonische URL auf.',
    ],
  ],
  sitemap: [
    [
      'The site has no sitemap. Publish one and list it in robots.txt.',
      'Die Website hat keine Sitemap. Veröffentlichen Sie eine und nennen Sie sie in der robots.txt.',
    ],
    [
      'A sitemap is missing or broken. Fix it, or remove it from robots.txt.',
      'Eine Sitemap fehlt oder ist kaputt. Reparieren Sie sie, oder streichen Sie sie aus der robots.txt.',
    ],
    ['The site has a sitemap ({0} read).', 'Die Website hat eine Sitemap ({0} gelesen).'],
  ],
  'snippet-limits': [
    ['Search results may quote the page.', 'Suchergebnisse dürfen die Seite zitieren.'],
    [
      'Search results can’t show the page well ({0}). Remove the limit if it is unintended.',
      'Suchergebnisse können die Seite nicht gut zeigen ({0}). Entfernen Sie die Grenze, wenn sie nicht beabsichtigt ist.',
    ],
  ],
  'structured-data': [
    [
      'The page has no structured data. Describe it in JSON-LD with schema.org types.',
      'Die Seite hat keine strukturierten Daten. Beschreiben Sie sie in JSON-LD mit Typen von schema.org.',
    ],
    [
      'The structured data has errors, so search engines ignore it. Correct those listed.',
      'Die strukturierten Daten haben Fehler, deshalb übergehen Suchmaschinen sie. Berichtigen Sie die genannten.',
    ],
    ['The structured data is complete{0}.', 'Die strukturierten Daten sind vollständig{0}.'],
  ],
  title: [
    [
      'The page has no title. Add a <title> of 30 to 60 characters that says what it offers.',
      'Die Seite hat keinen Titel. Ergänzen Sie einen <title> mit 30 bis 60 Zeichen, der sagt, was sie bietet.',
    ],
    [
      'The page has {0} titles, and search engines may pick any. Keep one.',
      'Die Seite hat {0} Titel, und Suchmaschinen nehmen irgendeinen. Behalten Sie einen.',
    ],
    [
      'The title has {0} and will be cut off. Shorten it to 60 or fewer.',
      'Der Titel hat {0} und wird abgeschnitten. Kürzen Sie ihn auf höchstens 60.',
    ],
    [
      'The title has {0} and may be cut off. Shorten it to 60 or fewer.',
      'Der Titel hat {0} und wird womöglich abgeschnitten. Kürzen Sie ihn auf höchstens 60.',
    ],
    [
      'The title has only {0}. Use up to 60 to say what the page offers.',
      'Der Titel hat nur {0}. Sagen Sie mit bis zu 60, was die Seite bietet.',
    ],
    ['The title has {0}.', 'Der Titel hat {0}.'],
  ],
  'twitter-card': [
    [
      'The page declares no card type. Add twitter:card.',
      'Die Seite nennt keine Kartenart. Ergänzen Sie twitter:card.',
    ],
    [
      'There is no card “{0}”. Use summary or summary_large_image.',
      'Eine Karte „{0}“ gibt es nicht. Verwenden Sie summary oder summary_large_image.',
    ],
    ['The page declares its card type.', 'Die Seite nennt ihre Kartenart.'],
  ],
  'url-format': [
    [
      'The URL carries a session id, so each visitor gets a different address. Keep it in a cookie.',
      'Die URL enthält eine Sitzungskennung, sodass jeder Besucher eine andere Adresse bekommt. Halten Sie sie in einem Cookie.',
    ],
    ['The URL is readable.', 'Die URL ist lesbar.'],
    [
      'The URL has {0}. Use lower case, hyphens and few parameters.',
      'Die URL hat {0}. Verwenden Sie Kleinbuchstaben, Bindestriche und wenige Parameter.',
    ],
  ],
  'url-length': [
    ['The URL has {0} characters.', 'Die URL hat {0} Zeichen.'],
    [
      'The URL has {0} characters. Shorten it to 75 or fewer.',
      'Die URL hat {0} Zeichen. Kürzen Sie sie auf höchstens 75.',
    ],
  ],
  viewport: [
    [
      'The page has no viewport, so phones show it shrunken. Add <meta name="viewport" content="width=device-width, initial-scale=1">.',
      'Die Seite hat keinen Viewport, deshalb zeigen Telefone sie verkleinert. Ergänzen Sie <meta name="viewport" content="width=device-width, initial-scale=1">.',
    ],
    ['The viewport sets no width. Add width=device-width.', 'Dem Viewport fehlt width=device-width.'],
    [
      'The viewport has a fixed width. Use width=device-width.',
      'Der Viewport ist fest breit. Nehmen Sie width=device-width.',
    ],
    [
      'The viewport shows the page shrunken. Use initial-scale=1.',
      'Der Viewport zeigt die Seite verkleinert. Verwenden Sie initial-scale=1.',
    ],
    [
      'The viewport stops people from zooming. Remove user-scalable and maximum-scale.',
      'Der Viewport verhindert das Vergrößern. Entfernen Sie user-scalable und maximum-scale.',
    ],
    ['The page fits phones and can be zoomed.', 'Die Seite passt auf Telefone und lässt sich vergrößern.'],
  ],
};
