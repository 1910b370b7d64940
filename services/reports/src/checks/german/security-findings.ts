import type { FindingsOf } from './check-texts.ts';
import { headerFindings } from './security-header-findings.ts';
import type * as checks from '../security/index.ts';

/** Messages of the security checks, in English and German. */
export const securityFindings: FindingsOf<typeof checks> = {
  ...headerFindings,
  'certificate-expiry': [
    ['The page is not served over HTTPS.', 'Die Seite wird nicht über HTTPS ausgeliefert.'],
    ['The certificate has expired. Renew it now.', 'Das Zertifikat ist abgelaufen. Erneuern Sie es jetzt.'],
    [
      'The certificate is not yet valid. Check the server’s clock and certificate.',
      'Das Zertifikat gilt noch nicht. Prüfen Sie Uhr und Zertifikat des Servers.',
    ],
    ['The certificate is valid for another {0}.', 'Das Zertifikat gilt noch {0}.'],
    [
      'The certificate expires in {0}. Renew it.',
      'Das Zertifikat läuft in {0:einem Tag|#n Tagen} ab. Erneuern Sie es.',
    ],
  ],
  'certificate-trust': [
    ['The page is not served over HTTPS.', 'Die Seite wird nicht über HTTPS ausgeliefert.'],
    ['The certificate is trusted ({0}).', 'Dem Zertifikat wird vertraut ({0}).'],
    [
      'The certificate is not trusted: {0}. Replace it or complete its chain.',
      'Dem Zertifikat wird nicht vertraut: {0}. Ersetzen Sie es, oder vervollständigen Sie seine Kette.',
    ],
  ],
  'cookie-caching': [
    ['The page sets no cookies.', 'Die Seite setzt keine Cookies.'],
    ['Responses with cookies aren’t shared by caches.', 'Caches geben Antworten mit Cookies nicht weiter.'],
    [
      'Shared caches may store this response with its cookie. Send Cache-Control: private.',
      'Gemeinsame Caches können diese Antwort mit ihrem Cookie speichern. Senden Sie Cache-Control: private.',
    ],
  ],
  'cookies-before-consent': [
    ['No browser rendered the page.', 'Kein Browser hat die Seite gerendert.'],
    ['No tracking cookie was set.', 'Es wurde kein Tracking-Cookie gesetzt.'],
    [
      '{0} set without consent. Ask for consent first.',
      '{0} ohne Einwilligung gesetzt. Holen Sie zuerst eine Einwilligung ein.',
    ],
  ],
  cookies: [
    [
      'A cookie {0}, so browsers refuse it. Correct it.',
      'Browser weisen ein Cookie zurück: Es {0}. Berichtigen Sie es.',
    ],
    ['The page sets no cookies.', 'Die Seite setzt keine Cookies.'],
    ['Cookies are protected.', 'Cookies sind geschützt.'],
    [
      'Cookies are protected; SameSite would protect them further.',
      'Cookies sind geschützt; SameSite würde sie weiter schützen.',
    ],
    ['Some cookies lack Secure. Add it.', 'Manchen Cookies fehlt Secure. Ergänzen Sie es.'],
    [
      'A cookie {0}. Add Secure, HttpOnly and SameSite=Lax.',
      'Ein Cookie {0}. Ergänzen Sie Secure, HttpOnly und SameSite=Lax.',
    ],
  ],
  'directory-listing': [
    ['The page is not a directory listing.', 'Die Seite ist kein Verzeichnislisting.'],
    [
      'The page is a directory listing. Turn listings off.',
      'Die Seite ist ein Verzeichnislisting. Schalten Sie Listings aus.',
    ],
  ],
  'error-disclosure': [
    ['The page shows no internal errors.', 'Die Seite zeigt keine internen Fehler.'],
    [
      'The page shows an internal error. Fix it, and turn detailed errors off.',
      'Die Seite zeigt einen internen Fehler. Beheben Sie ihn, und schalten Sie ausführliche Fehlermeldungen aus.',
    ],
  ],
  'frame-sandbox': [
    ['The page has no third-party frames.', 'Die Seite hat keine Frames von Drittanbietern.'],
    ['Third-party frames are sandboxed.', 'Frames von Drittanbietern laufen in einer Sandbox.'],
    [
      'Some third-party frames aren’t sandboxed. Give them a sandbox with only the permissions they need.',
      'Manche Frames von Drittanbietern laufen ohne Sandbox. Geben Sie ihnen eine mit nur den Rechten, die sie brauchen.',
    ],
  ],
  'https-redirect': [
    [
      'The page’s address has no plain HTTP counterpart.',
      'Die Adresse der Seite hat kein Gegenstück über unverschlüsseltes HTTP.',
    ],
    [
      'The page stays on plain HTTP. Redirect it to https.',
      'Die Seite bleibt bei unverschlüsseltem HTTP. Leiten Sie sie auf https um.',
    ],
    ['The site doesn’t respond over plain HTTP.', 'Die Website antwortet nicht über unverschlüsseltes HTTP.'],
    [
      'The site responds over plain HTTP without redirecting. Redirect to https.',
      'Die Website antwortet über unverschlüsseltes HTTP, ohne umzuleiten. Leiten Sie auf https um.',
    ],
    [
      'Plain HTTP redirects to another page over plain HTTP. Redirect to https.',
      'HTTP leitet unverschlüsselt auf eine andere Seite um. Leiten Sie auf https um.',
    ],
    [
      'Plain HTTP redirects to plain HTTP first. Redirect straight to https.',
      'HTTP leitet zuerst wieder auf HTTP um. Leiten Sie direkt auf https um.',
    ],
    [
      'Plain HTTP redirects to another host first. Redirect to https on the same host, so that HSTS covers it.',
      'HTTP leitet zuerst auf einen anderen Host um. Leiten Sie auf https am selben Host um, damit HSTS ihn erfasst.',
    ],
    ['Plain HTTP redirects to HTTPS.', 'HTTP leitet auf HTTPS um.'],
  ],
  https: [
    ['The page is served over HTTPS.', 'Die Seite wird über HTTPS ausgeliefert.'],
    [
      'The page is served over plain HTTP. Serve it over HTTPS, and redirect to that.',
      'Die Seite wird über unverschlüsseltes HTTP ausgeliefert. Liefern Sie sie über HTTPS aus, und leiten Sie darauf um.',
    ],
  ],
  'inline-handlers': [
    ['No attribute contains a script.', 'Kein Attribut enthält ein Skript.'],
    [
      '{0} with scripts in attributes. Move them to a file.',
      '{0} mit Skripten in Attributen. Verlegen Sie sie in eine Datei.',
    ],
  ],
  'insecure-forms': [
    ['The page has no forms.', 'Die Seite hat keine Formulare.'],
    ['Forms send what people type safely.', 'Formulare senden Eingaben sicher.'],
    [
      'A form sends what people type unsafely. Use https and POST.',
      'Ein Formular sendet Eingaben unsicher. Verwenden Sie https und POST.',
    ],
  ],
  'internal-addresses': [
    ['The page itself is internal.', 'Die Seite selbst ist intern.'],
    ['The page contains no internal addresses.', 'Die Seite enthält keine internen Adressen.'],
    [
      'The page contains internal addresses. Replace or remove them.',
      'Die Seite enthält interne Adressen. Ersetzen oder entfernen Sie sie.',
    ],
  ],
  'leaked-secrets': [
    ['No secret keys were found.', 'Keine geheimen Schlüssel gefunden.'],
    [
      '{0} in the page. Revoke the keys at once, then remove them.',
      '{0} in der Seite. Widerrufen Sie die Schlüssel sofort, und entfernen Sie sie dann.',
    ],
  ],
  'mixed-content': [
    ['The page itself loads over plain HTTP.', 'Die Seite selbst lädt über unverschlüsseltes HTTP.'],
    [
      'Browsers load everything over HTTPS, as the policy tells them.',
      'Browser laden alles über HTTPS, wie die Policy es ihnen sagt.',
    ],
    [
      '{0} over plain HTTP, which browsers block. Use https.',
      '{0} über unverschlüsseltes HTTP, was Browser blockieren. Verwenden Sie https.',
    ],
    ['{0} over plain HTTP. Use https.', '{0} über unverschlüsseltes HTTP. Verwenden Sie https.'],
    ['Nothing loads over plain HTTP.', 'Nichts lädt über unverschlüsseltes HTTP.'],
  ],
  'opener-links': [
    [
      'No link opens another site in a new window.',
      'Kein Link öffnet eine andere Website in einem neuen Fenster.',
    ],
    ['New windows can’t control the page.', 'Neue Fenster können die Seite nicht steuern.'],
    [
      '{0} another site with rel="opener". Remove it.',
      '{0} eine andere Website mit rel="opener". Entfernen Sie es.',
    ],
  ],
  'revealing-comments': [
    ['Comments reveal nothing internal.', 'Kommentare verraten nichts Internes.'],
    [
      'Some comments reveal internal details. Remove them.',
      'Manche Kommentare verraten Internes. Entfernen Sie sie.',
    ],
  ],
  'security-txt': [
    [
      'There is no security.txt. With one, researchers know whom to contact.',
      'Es gibt keine security.txt. Mit einer wissen Forscher, an wen sie sich wenden.',
    ],
    ['security.txt has no Contact. Add one.', 'In der security.txt fehlt Contact. Ergänzen Sie es.'],
    [
      'The Contact in security.txt is no address that works. Begin it with mailto:, https: or tel:.',
      'Contact in der security.txt ist keine brauchbare Adresse. Beginnen Sie sie mit mailto:, https: oder tel:.',
    ],
    [
      'security.txt has no valid Expires. Add one.',
      'In der security.txt fehlt ein gültiges Expires. Ergänzen Sie es.',
    ],
    ['security.txt has expired. Renew it.', 'Die security.txt ist abgelaufen. Erneuern Sie sie.'],
    ['Security researchers know whom to contact.', 'Sicherheitsforscher wissen, an wen sie sich wenden.'],
  ],
  'server-signature': [
    ['The server doesn’t reveal its software.', 'Der Server verrät seine Software nicht.'],
    [
      'The server reveals its software’s version. Turn the header off.',
      'Der Server verrät die Version seiner Software. Schalten Sie den Header aus.',
    ],
    [
      'The server reveals its software. Turn the header off.',
      'Der Server verrät seine Software. Schalten Sie den Header aus.',
    ],
  ],
  'source-maps': [
    ['The page loads no scripts from its own site.', 'Die Seite lädt keine Skripte von der eigenen Website.'],
    ['No script refers to a source map.', 'Kein Skript verweist auf eine Source-Map.'],
    [
      '{0} to a source map. Check that this is intended.',
      '{0} auf eine Source-Map. Prüfen Sie, ob das beabsichtigt ist.',
    ],
  ],
  'subresource-integrity': [
    ['The page has no scripts or stylesheets.', 'Die Seite hat keine Skripte oder Stylesheets.'],
    [
      'Browsers refuse files with integrity from other origins without crossorigin. Add crossorigin="anonymous".',
      'Browser weisen Dateien mit integrity von anderen Ursprüngen ohne crossorigin zurück. Ergänzen Sie crossorigin="anonymous".',
    ],
    [
      'Third-party scripts or styles load over HTTP or without a scheme, and without integrity. Load them over https with integrity.',
      'Skripte oder Stylesheets von Dritten laden über HTTP oder ohne Schema und ohne integrity. Laden Sie sie über https mit integrity.',
    ],
    [
      'Third-party scripts or styles have no integrity that browsers understand. Host them yourself or add one.',
      'Skripte oder Stylesheets von Dritten haben keine integrity, die Browser verstehen. Liefern Sie sie selbst aus, oder ergänzen Sie eine.',
    ],
    [
      'Third-party scripts have integrity but load over HTTP or without a scheme. Use https.',
      'Skripte von Dritten haben integrity, laden aber über HTTP oder ohne Schema. Verwenden Sie https.',
    ],
    ['Scripts have an integrity attribute.', 'Skripte haben ein integrity-Attribut.'],
    [
      'Third-party scripts and styles have an integrity attribute.',
      'Skripte und Stylesheets von Dritten haben ein integrity-Attribut.',
    ],
    [
      'All scripts and styles come from the site itself.',
      'Alle Skripte und Stylesheets kommen von der eigenen Website.',
    ],
  ],
  'tls-version': [
    ['The page is not served over HTTPS.', 'Die Seite wird nicht über HTTPS ausgeliefert.'],
    ['The connection uses TLS 1.3.', 'Die Verbindung verwendet TLS 1.3.'],
    [
      'The connection uses TLS 1.2. Enable TLS 1.3.',
      'Die Verbindung verwendet TLS 1.2. Schalten Sie TLS 1.3 ein.',
    ],
    [
      'The connection uses {0}, which is obsolete. Enable TLS 1.3.',
      'Die Verbindung verwendet das überholte {0}. Schalten Sie TLS 1.3 ein.',
    ],
  ],
  'vulnerable-libraries': [
    ['No library’s version is recognisable.', 'Von keiner Bibliothek ist die Version zu erkennen.'],
    [
      'No library has a vulnerability known on {0}.',
      'Keine Bibliothek hat eine am {0} bekannte Sicherheitslücke.',
    ],
    [
      'A library has a known vulnerability. Update it.',
      'Eine Bibliothek hat eine bekannte Sicherheitslücke. Aktualisieren Sie sie.',
    ],
  ],
};
