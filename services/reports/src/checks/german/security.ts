import type { CheckTextsOf } from './check-texts.ts';
import type * as checks from '../security/index.ts';

/** Titles, reasons and remedies of the checks on security in German. */
export const securityTexts: CheckTextsOf<typeof checks> = {
  'certificate-expiry': {
    title: 'Das Zertifikat läuft nicht bald ab',
    failureTitle: 'Das Zertifikat läuft bald ab',
    why: 'Am Tag nach dem Ablauf sieht jeder Besucher statt der Seite eine Warnung.',
    fix: 'Erneuern Sie das Zertifikat, und automatisieren Sie die Erneuerung (ACME).',
    thresholds:
      'Vom Zeitpunkt des Berichts an. Bestanden: noch mindestens 14 Tage. Warnung: weniger. Fehler: abgelaufen oder noch nicht gültig. Ein Zertifikat für höchstens eine Woche besteht, solange ein Drittel seiner Laufzeit übrig ist. Entfällt ohne HTTPS.',
  },
  'certificate-trust': {
    title: 'Browser vertrauen dem Zertifikat',
    failureTitle: 'Browser vertrauen dem Zertifikat nicht',
    why: 'Bei einem nicht vertrauenswürdigen Zertifikat sehen Besucher eine Warnung, und wer dazwischen sitzt, kann mitlesen.',
    fix: 'Verwenden Sie ein Zertifikat einer öffentlichen Zertifizierungsstelle für diesen Namen, und senden Sie auch die Zwischenzertifikate.',
    thresholds:
      'Bestanden: die Kette führt zu einer anerkannten Stelle, und der Name stimmt. Fehler: nicht. Entfällt ohne HTTPS.',
  },
  'content-security-policy': {
    title: 'Eine Content-Security-Policy hält eingeschleuste Skripte auf',
    failureTitle: 'Keine Content-Security-Policy hält eingeschleuste Skripte auf',
    why: 'Bringt ein Angreifer Markup in die Seite, entscheidet die Policy, ob es ausgeführt wird.',
    fix: "Erlauben Sie Skripte mit Nonce oder Hash, setzen Sie object-src und base-uri auf 'none', und erproben Sie die Policy zuerst im Modus report-only.",
    thresholds:
      'Das Urteil des MDN Observatory, Header und Meta-Tag zusammen, außer bei strict-dynamic ohne Nonce oder Hash, womit Browser kein Skript ausführen, und einer doppelten Direktive, von der sie die erste nehmen: Beides nennt es ungültig. Bestanden: keine unsicheren Quellen für Skripte. Warnung: eval, Bilder über http oder Skripte über einer Policy in meta. Fehler: keine, ungültig, nur meldend, inline oder weite Quellen, oder http.',
  },
  'cookie-caching': {
    title: 'Caches geben Antworten mit Cookies nicht weiter',
    failureTitle: 'Caches können Antworten mit Cookies weitergeben',
    why: 'Ein gemeinsamer Cache, der eine Antwort samt Set-Cookie speichert, gibt die Sitzung eines Besuchers an den nächsten.',
    fix: 'Senden Sie Cache-Control: private (oder no-store) mit jeder Antwort, die ein Cookie setzt.',
    thresholds:
      'Bestanden: Zwischenspeichern ist privat oder aus. Fehler: Cache-Control lässt gemeinsame Caches sie aufbewahren. Entfällt ohne Cookies.',
  },
  'cookies-before-consent': {
    title: 'Vor der Einwilligung wird kein Tracking-Cookie gesetzt',
    failureTitle: 'Vor der Einwilligung werden Tracking-Cookies gesetzt',
    why: 'Das EU-Recht verlangt eine Einwilligung vor jedem Cookie, das nicht unbedingt nötig ist. Der Browser hat keine gegeben.',
    fix: 'Laden Sie Statistik und Werbung erst nach der Einwilligung.',
    thresholds:
      'Cookies nach dem Laden der Seite, nach den Namen bekannter Tracker. Bestanden: keines davon. Warnung: eines oder mehr. Entfällt ohne Browser.',
  },
  cookies: {
    title: 'Cookies sind geschützt',
    failureTitle: 'Cookies sind nicht ganz geschützt',
    why: 'Ohne Secure reist ein Cookie über unverschlüsseltes HTTP, ohne HttpOnly können Skripte es lesen, ohne SameSite tragen es Anfragen anderer Websites.',
    fix: 'Senden Sie Set-Cookie: name=value; Secure; HttpOnly; SameSite=Lax.',
    thresholds:
      'Das Urteil des MDN Observatory über die Set-Cookie-Header der Seite und der Umleitungen zu ihr; Cookies mit dem Namen einer Sitzung oder eines Tokens zählen als solche, und was Browser zurückweisen, ist ein Fehler. Bestanden: alle sind Secure, Sitzungs-Cookies HttpOnly. Warnung: HSTS gleicht ein fehlendes Secure aus. Fehler: sonst. Entfällt ohne Cookies.',
  },
  'cross-origin-embedder-policy': {
    title: 'Die Seite bettet nur Dateien ein, die zustimmen',
    failureTitle: 'Die Seite bettet Dateien ohne deren Zustimmung ein',
    why: 'Zusammen mit einer Opener-Policy gibt das der Seite einen eigenen Prozess, unerreichbar für Timing-Angriffe, und genaue Uhren.',
    fix: 'Senden Sie Cross-Origin-Embedder-Policy: credentialless, wenn die Seite Isolierung braucht.',
    thresholds:
      'Das Urteil des MDN Observatory. Bestanden: require-corp oder credentialless. Warnung: ungültig. Fehlt er oder ist er unsafe-none, informiert das nur.',
  },
  'cross-origin-opener-policy': {
    title: 'Fenster anderer Websites können die Seite nicht steuern',
    failureTitle: 'Fenster anderer Websites können die Seite steuern',
    why: 'Sonst kann eine Seite, die diese geöffnet hat oder von ihr geöffnet wurde, sie woandershin leiten und ihre Frames zählen.',
    fix: 'Senden Sie Cross-Origin-Opener-Policy: same-origin, oder same-origin-allow-popups, wo Fenster zum Anmelden aufgehen.',
    thresholds:
      'Das Urteil des MDN Observatory. Bestanden: same-origin, same-origin-allow-popups oder noopener-allow-popups. Warnung: ungültig. Fehlt er oder ist er unsafe-none, informiert das nur.',
  },
  'cross-origin-resource-policy': {
    title: 'Andere Websites können die Seite nicht als Ressource laden',
    failureTitle: 'Andere Websites können die Seite als Ressource laden',
    why: 'Eine Datei, die in den Prozess einer anderen Website geladen wird, lässt sich mit Angriffen wie Spectre auslesen.',
    fix: 'Senden Sie Cross-Origin-Resource-Policy: same-origin bei Seiten und cross-origin bei Dateien, die für andere bestimmt sind.',
    thresholds:
      'Das Urteil des MDN Observatory. Bestanden: same-origin oder same-site. Warnung: ungültig. Fehlt er oder ist er cross-origin, informiert das nur.',
  },
  'cross-origin-resource-sharing': {
    title: 'Andere Websites können die Seite nicht mit den Zugangsdaten eines Besuchers lesen',
    failureTitle: 'Andere Websites können die Seite lesen',
    why: 'Ein Server, der jeden Origin zurückgibt und Zugangsdaten erlaubt, lässt jede Website lesen, was ein angemeldeter Besucher sieht.',
    fix: 'Nennen Sie die Ursprünge, die Zugriff brauchen, und lassen Sie Access-Control-Allow-Credentials weg, wo es nicht gebraucht wird.',
    thresholds:
      'Angefragt mit einem fremden Origin. Bestanden: keine Freigabe, eine öffentliche oder eine für genannte Websites. Fehler: der Origin wird zurückgegeben, und Zugangsdaten sind erlaubt.',
  },
  'csp-bypasses': {
    title: 'Die Richtlinie erlaubt keinen Host mit bekannter Umgehung',
    failureTitle: 'Die Richtlinie erlaubt Hosts mit bekannter Umgehung',
    why: 'Manche Hosts liefern JSONP oder altes AngularJS, womit ein eingeschleustes Skript-Tag beliebigen Code ausführt, obwohl die Richtlinie nur diesen Host erlaubt.',
    fix: "Erlauben Sie Skripte durch eine Nonce und 'strict-dynamic' statt durch Hosts, oder nennen Sie die ganze Adresse der Datei.",
    thresholds:
      'Hosts, die script-src erlaubt, nach den Listen von csp_evaluator 1.1.8; neben strict-dynamic übergehen Browser Hosts. Bestanden: keiner hat eine bekannte Umgehung. Fehler: einer hat sie. Entfällt ohne Richtlinie, die Hosts nennt.',
  },
  'csp-hardening': {
    title: 'Die Policy lässt sich nicht umgehen',
    failureTitle: 'Die Policy lässt sich umgehen',
    why: 'default-src erfasst weder <base>, das jedes relative Skript umlenkt, noch die Ziele von Formularen.',
    fix: "Ergänzen Sie base-uri 'none' und form-action 'self' in der Policy.",
    thresholds:
      'Bestanden: base-uri und form-action sind beschränkt. Warnung: eines ist es nicht. Entfällt ohne gültige Richtlinie.',
  },
  'directory-listing': {
    title: 'Die Seite ist kein Verzeichnislisting',
    failureTitle: 'Die Seite ist ein Verzeichnislisting',
    why: 'Ein Listing legt Sicherungen und Konfigurationsdateien offen, die niemand veröffentlichen wollte.',
    fix: 'Schalten Sie es aus: autoindex off (nginx), Options -Indexes (Apache).',
    thresholds: 'Bestanden: die Seite ist keines. Fehler: sie hat Titel und Links einer Verzeichnisliste.',
  },
  'error-disclosure': {
    title: 'Die Seite zeigt keine internen Fehler',
    failureTitle: 'Die Seite zeigt interne Fehler',
    why: 'Stacktraces und Datenbankfehler verraten Angreifern Pfade, Versionen und Abfragen.',
    fix: 'Beheben Sie den Fehler, und schalten Sie ausführliche Fehlermeldungen im Produktivbetrieb aus.',
    thresholds:
      'Im sichtbaren Text außer in Codebeispielen. Bestanden: nichts. Fehler: eine bekannte Form eines Stacktrace oder einer Fehlermeldung.',
  },
  'frame-sandbox': {
    title: 'Frames von Drittanbietern laufen in einer Sandbox',
    failureTitle: 'Frames von Drittanbietern laufen ohne Sandbox',
    why: 'Ohne Sandbox kann eine eingebettete Seite auf einen Klick das ganze Fenster umleiten und Fenster öffnen.',
    fix: 'Ergänzen Sie sandbox="allow-scripts allow-same-origin allow-popups", und streichen Sie Rechte, die der Frame nicht braucht.',
    thresholds:
      'Frames anderer Websites. Bestanden: jeder hat sandbox, und keiner allow-scripts zusammen mit allow-same-origin für eigene Seiten dieser Website. Warnung: anders. Entfällt ohne solche.',
  },
  'https-redirect': {
    title: 'Unverschlüsseltes HTTP leitet auf HTTPS um',
    failureTitle: 'Unverschlüsseltes HTTP leitet nicht auf HTTPS um',
    why: 'Menschen tippen Adressen ohne https. Die erste Antwort entscheidet, ob sie sicher ankommen.',
    fix: 'Leiten Sie http://host/pfad mit 301 oder 308 auf https://host/pfad um, und erst danach woandershin.',
    thresholds:
      'Das Urteil des MDN Observatory. Bestanden: http leitet zuerst auf https desselben Hosts um oder antwortet nicht. Warnung: es leitet zuerst auf einen anderen Host oder wieder auf http um. Fehler: keine Umleitung oder nicht auf https. Entfällt bei Adressen ohne solches Paar. Die angefragte Adresse und die, zu der sie führt, werden beide geprüft.',
  },
  https: {
    title: 'Die Seite wird über HTTPS ausgeliefert',
    failureTitle: 'Die Seite wird nicht über HTTPS ausgeliefert',
    why: 'Über unverschlüsseltes HTTP kann jeder dazwischen die Seite lesen und verändern. Browser kennzeichnen sie als „nicht sicher“.',
    fix: 'Besorgen Sie ein Zertifikat (kostenlos), liefern Sie die Website über HTTPS aus, und leiten Sie http darauf um.',
    thresholds: 'Bestanden: die endgültige URL ist https. Fehler: sie ist es nicht, was die Note begrenzt.',
  },
  'inline-handlers': {
    title: 'Keine Skripte in Attributen',
    failureTitle: 'In Attributen stehen Skripte',
    why: 'onclick="…" und javascript:-URLs laufen nur, wenn die Policy eingebettete Skripte erlaubt, was sie schwach hält.',
    fix: 'Hängen Sie Handler in einer Skriptdatei mit addEventListener an.',
    thresholds: 'Bestanden: keine. Warnung: einige.',
  },
  'insecure-forms': {
    title: 'Formulare senden Eingaben sicher',
    failureTitle: 'Formulare senden Eingaben unsicher',
    why: 'Was über unverschlüsseltes HTTP gesendet wird, lässt sich unterwegs lesen, und ein Passwort in einer URL bleibt in Protokollen und Verläufen.',
    fix: 'Geben Sie Formularen eine https-Adresse als action und bei Passwörtern method="post".',
    thresholds:
      'Bestanden: Formulare gehen an HTTPS, und Passwörter per POST. Fehler: anders. Entfällt ohne Formulare.',
  },
  'internal-addresses': {
    title: 'Die Seite enthält keine internen Adressen',
    failureTitle: 'Die Seite enthält interne Adressen',
    why: 'Ein Link auf localhost oder eine private Adresse ist für Besucher kaputt und verrät Angreifern, wie das Netz gebaut ist.',
    fix: 'Ersetzen Sie sie durch die öffentliche Adresse, oder entfernen Sie sie.',
    thresholds:
      'URLs in Attributen außer von Links, die ihre als Text zeigen. Bestanden: keine führt zu einer privaten Adresse oder einem internen Namen. Warnung: eine doch.',
  },
  'leaked-secrets': {
    title: 'Die Seite enthält keine geheimen Schlüssel',
    failureTitle: 'Die Seite enthält geheime Schlüssel',
    why: 'Bots finden und benutzen einen veröffentlichten Schlüssel binnen Minuten.',
    fix: 'Widerrufen Sie den Schlüssel sofort, und rufen Sie den Dienst danach von Ihrem Server aus auf.',
    thresholds:
      'Das HTML und Skripte, soweit gelesen, durchsucht nach den Schlüsselformen bekannter Aussteller. Bestanden: keiner. Fehler: einer.',
  },
  'legacy-headers': {
    title: 'Es werden keine überholten Sicherheits-Header gesendet',
    failureTitle: 'Es werden überholte Sicherheits-Header gesendet',
    why: 'X-XSS-Protection brachte selbst Lücken mit, und Key-Pinning konnte eine Website für immer aussperren. Browser haben beides abgeschafft.',
    fix: 'Senden Sie sie nicht mehr; Content-Security-Policy und Permissions-Policy haben sie ersetzt.',
    thresholds:
      'Bestanden: keine. Warnung: X-XSS-Protection (außer 0), Public-Key-Pins, Expect-CT, Feature-Policy, X-Webkit-CSP oder X-Content-Security-Policy.',
  },
  'mixed-content': {
    title: 'Nichts auf der Seite lädt über unverschlüsseltes HTTP',
    failureTitle: 'Die Seite lädt Dateien über unverschlüsseltes HTTP',
    why: 'Skripte, Stylesheets und Frames über http blockieren Browser auf einer https-Seite; Bilder fordern sie über https an, wo sie womöglich fehlen.',
    fix: 'Verwenden Sie https://-URLs; upgrade-insecure-requests in der Policy hilft bei alten Inhalten.',
    thresholds:
      'Was Chromium mit jedem tut. Bestanden: keine, oder Browser sollen sie sicher laden (upgrade-insecure-requests). Warnung: Bilder und Medien, die Browser sicher laden. Fehler: Skripte, Stylesheets, Schriften, Frames, Objekte und Bilder eines srcset, die sie blockieren. Entfällt ohne HTTPS.',
  },
  'opener-links': {
    title: 'Neue Fenster können die Seite nicht steuern',
    failureTitle: 'Neue Fenster können die Seite steuern',
    why: 'Mit rel="opener" kann eine Seite, die in einem neuen Fenster aufgeht, diese umleiten. Ohne das verhindern es Browser seit 2021 von sich aus.',
    fix: 'Entfernen Sie rel="opener", oder schreiben Sie rel="noopener".',
    thresholds:
      'Links zu anderen Websites mit target="_blank". Bestanden: keiner hat rel="opener". Warnung: einige doch. Entfällt ohne solche Links.',
  },
  'permissions-policy': {
    title: 'Ungenutzte Gerätefunktionen sind abgeschaltet',
    failureTitle: 'Ungenutzte Gerätefunktionen sind nicht abgeschaltet',
    why: 'Dann kann weder ein eingeschleustes Skript noch eine Anzeige nach Kamera, Mikrofon oder Standort fragen.',
    fix: 'Senden Sie Permissions-Policy: camera=(), microphone=(), geolocation=().',
    thresholds:
      'Bestanden: eine gültige Permissions-Policy. Warnung: eine, die Browser nicht verstehen oder die eine Funktion für alle öffnet. Fehlt sie, informiert das nur.',
  },
  'referrer-policy': {
    title: 'Andere Websites erfahren nicht, von welcher Seite ein Besucher kam',
    failureTitle: 'Andere Websites erfahren, von welcher Seite ein Besucher kam',
    why: 'URLs können Namen, Tokens und Suchbegriffe enthalten, und eine lockere Policy lässt Browser sie weitergeben.',
    fix: 'Senden Sie Referrer-Policy: strict-origin-when-cross-origin.',
    thresholds:
      'Das Urteil des MDN Observatory über die letzte bekannte Richtlinie. Bestanden: eine zurückhaltende. Warnung: eine unsichere oder unbekannte. Fehlt sie, informiert das nur, da Browser dann den Pfad zurückhalten.',
  },
  'revealing-comments': {
    title: 'Kommentare verraten nichts Internes',
    failureTitle: 'Kommentare verraten Internes',
    why: 'Kommentare im HTML sind veröffentlicht. Zugangsdaten, Abfragen und Merkzettel darin helfen Angreifern.',
    fix: 'Entfernen Sie Kommentare beim Build, und widerrufen Sie Zugangsdaten, die darin standen.',
    thresholds: 'Bestanden: keiner mit Passwort, Schlüssel, Abfrage, FIXME oder Ähnlichem. Warnung: einige.',
  },
  'security-txt': {
    title: 'Sicherheitsforscher wissen, an wen sie sich wenden',
    failureTitle: 'Sicherheitsforscher wissen nicht, an wen sie sich wenden',
    why: 'Wer eine Lücke findet, sucht nach /.well-known/security.txt. Ohne sie gibt er auf oder veröffentlicht.',
    fix: 'Veröffentlichen Sie eine /.well-known/security.txt mit den Zeilen Contact: und Expires:.',
    thresholds:
      'Bestanden: eine Datei mit Contact und einem künftigen Expires. Warnung: eines davon fehlt, ist vorbei oder, bei Contact, keine URI. Keine Datei informiert nur.',
  },
  'server-signature': {
    title: 'Der Server verrät seine Software nicht',
    failureTitle: 'Der Server verrät seine Software',
    why: 'Eine Versionsnummer sagt Scannern, welche Lücken sie probieren sollen.',
    fix: 'Schalten Sie die Header aus: server_tokens off (nginx), ServerTokens Prod (Apache), expose_php = Off (PHP).',
    thresholds:
      'Server, X-Powered-By und Ähnliches. Bestanden: keiner. Warnung: ein Produkt. Fehler: eine Version.',
  },
  'source-maps': {
    title: 'Ob Source-Maps veröffentlicht sind',
    failureTitle: 'Ob Source-Maps veröffentlicht sind',
    why: 'Eine Source-Map gibt allen den Code mit Kommentaren und Namen, was vielleicht nicht beabsichtigt ist.',
    fix: 'Laden Sie Maps zum Fehler-Tracker hoch, und lassen Sie sie aus dem öffentlichen Build weg.',
    thresholds: 'Nur zur Information: Skripte dieser Website, die auf eine Source-Map verweisen.',
  },
  'strict-transport-security': {
    title: 'HSTS hält Browser bei HTTPS',
    failureTitle: 'HSTS hält Browser nicht bei HTTPS',
    why: 'Ohne Strict-Transport-Security kann ein Angreifer die erste Anfrage eines Besuchs abfangen und bei unverschlüsseltem HTTP halten.',
    fix: 'Senden Sie Strict-Transport-Security: max-age=63072000; includeSubDomains mit jeder HTTPS-Antwort.',
    thresholds:
      'Bestanden: max-age von einem Jahr oder mehr. Warnung: 180 Tage oder mehr. Fehler: weniger, fehlend, ungültig oder ein nicht anerkanntes Zertifikat. Entfällt ohne HTTPS.',
  },
  'subresource-integrity': {
    title: 'Skripte und Stylesheets von Dritten lassen sich nicht austauschen',
    failureTitle: 'Skripte oder Stylesheets von Dritten lassen sich austauschen',
    why: 'Wer einen Host mit Skripten übernimmt, führt Code auf jeder Seite aus, die von dort lädt, es sei denn, die Seite legt den Inhalt fest.',
    fix: 'Liefern Sie das Skript selbst aus, oder ergänzen Sie integrity="sha384-…" crossorigin="anonymous".',
    thresholds:
      'Skripte und Stylesheets anderer registrierbarer Domains, wie Browser sie sehen (MDN Observatory beurteilt nur Skripte und nimmt jeden Text als integrity). Bestanden: alle haben ein gültiges integrity, oder es gibt keine. Warnung: ohne dieses über HTTPS geladen. Fehler: über HTTP oder ohne Schema geladen, oder von Browsern abgelehnt, weil crossorigin fehlt. Entfällt ohne Skripte und Stylesheets.',
  },
  'tls-version': {
    title: 'Die Verbindung verwendet TLS 1.3',
    failureTitle: 'Die Verbindung verwendet eine ältere Version als TLS 1.3',
    why: 'TLS 1.3 lässt die gebrochenen Teile früherer Versionen weg und verbindet eine Hin- und Rückreise früher.',
    fix: 'Schalten Sie TLS 1.3 ein, behalten Sie 1.2 für alte Programme, und schalten Sie 1.0 und 1.1 aus.',
    thresholds:
      'Die Version, die mit einem heutigen Client ausgehandelt wird. Bestanden: TLS 1.3. Warnung: TLS 1.2. Fehler: älter. Entfällt ohne HTTPS.',
  },
  'vulnerable-libraries': {
    title: 'Keine Bibliothek hat eine bekannte Sicherheitslücke',
    failureTitle: 'Bibliotheken haben bekannte Sicherheitslücken',
    why: 'Lücken alter Bibliotheken sind veröffentlicht, samt Anleitung.',
    fix: 'Aktualisieren Sie die genannte Bibliothek auf die angegebene Version.',
    thresholds:
      'Die Liste von retire.js, nach dem Inhalt eines Skripts oder seinem Hash, sonst nach der Adresse. Bestanden: keine gefundene Bibliothek hat eine bekannte Lücke. Warnung: eine von geringer Schwere. Fehler: jede andere. Entfällt ohne erkennbare Version.',
  },
  'x-content-type-options': {
    title: 'Browser sollen Medientypen nicht raten',
    failureTitle: 'Browser dürfen Medientypen raten',
    why: 'Ein Browser, der rät, führt womöglich eine hochgeladene Datei als Skript aus.',
    fix: 'Senden Sie X-Content-Type-Options: nosniff mit jeder Antwort.',
    thresholds: 'Bestanden: nosniff. Fehler: fehlend oder ein anderer Wert.',
  },
  'x-frame-options': {
    title: 'Andere Websites können die Seite nicht einrahmen',
    failureTitle: 'Andere Websites können die Seite einrahmen',
    why: 'Eine Website, die die Seite in einem unsichtbaren Frame zeigt, kann Besucher zu Klicks darauf verleiten (Clickjacking).',
    fix: "Ergänzen Sie frame-ancestors 'none' (oder 'self') in der Content-Security-Policy.",
    thresholds:
      'Was Browser tun. Bestanden: frame-ancestors in einer Richtlinie des Headers, die Websites nennt, DENY oder SAMEORIGIN. Fehler: fehlend, ungültig, für jede Website offen, in einem Meta-Element, oder ALLOW-FROM, zu dem MDN Observatory milder ist.',
  },
};
