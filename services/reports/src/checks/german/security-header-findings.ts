import type { FindingsOf } from './check-texts.ts';
import type * as checks from '../security/index.ts';

/** Messages of the checks on headers, in English and German. */
export const headerFindings = {
  'content-security-policy': [
    ['The policy forbids everything it doesn’t list.', 'Die Policy verbietet alles, was sie nicht nennt.'],
    ['The policy allows no unsafe sources.', 'Die Policy erlaubt keine unsicheren Quellen.'],
    [
      'The policy allows unsafe sources for styles only.',
      'Die Policy erlaubt unsichere Quellen nur für Stylesheets.',
    ],
    [
      'The policy is sound, but has a directive twice, of which browsers take the first.',
      'Die Policy ist in Ordnung, hat aber eine Direktive doppelt; Browser nehmen die erste.',
    ],
    [
      'The policy allows images or media over plain HTTP. Remove http:.',
      'Die Policy erlaubt Bilder oder Medien über unverschlüsseltes HTTP. Entfernen Sie http:.',
    ],
    [
      "The policy allows eval. Remove it from the code, then 'unsafe-eval' from the policy.",
      "Die Policy erlaubt eval. Entfernen Sie es aus dem Code und danach 'unsafe-eval' aus der Policy.",
    ],
    [
      "The policy lets injected scripts run: 'unsafe-inline', data:, a whole scheme, or no limit for scripts or objects. Use nonces or hashes and set object-src 'none'.",
      "Die Policy lässt eingeschleuste Skripte laufen: 'unsafe-inline', data:, ein ganzes Schema oder keine Grenze für Skripte oder Objekte. Verwenden Sie Nonces oder Hashes, und setzen Sie object-src 'none'.",
    ],
    [
      'The policy allows scripts or styles over plain HTTP. Remove http:.',
      'Die Policy erlaubt Skripte oder Stylesheets über unverschlüsseltes HTTP. Entfernen Sie http:.',
    ],
    [
      'The policy is too short to be one. Correct it.',
      'Die Policy ist zu kurz, um eine zu sein. Berichtigen Sie sie.',
    ],
    [
      "There is no Content-Security-Policy. Start with default-src 'self'; object-src 'none'; base-uri 'none'.",
      "Es gibt keine Content-Security-Policy. Beginnen Sie mit default-src 'self'; object-src 'none'; base-uri 'none'.",
    ],
    [
      'The policy only reports. Enforce it with the Content-Security-Policy header.',
      'Die Policy meldet nur. Setzen Sie sie mit dem Header Content-Security-Policy durch.',
    ],
    [
      'The policy in <meta> doesn’t bind the scripts before it. Move it above them, or send it as a header.',
      'Die Policy in <meta> bindet die Skripte vor ihr nicht. Setzen Sie sie über diese, oder senden Sie sie als Header.',
    ],
  ],
  'cross-origin-embedder-policy': [
    ['Embedded files need not consent.', 'Eingebettete Dateien müssen nicht zustimmen.'],
    [
      'Embedded files need not consent, as the header says.',
      'Eingebettete Dateien müssen nicht zustimmen, wie der Header sagt.',
    ],
    ['The page embeds only files that consent.', 'Die Seite bettet nur Dateien ein, die zustimmen.'],
    [
      'The Cross-Origin-Embedder-Policy header is invalid, so browsers ignore it. Send credentialless, once.',
      'Der Header Cross-Origin-Embedder-Policy ist ungültig und wird von Browsern übergangen. Senden Sie einmal credentialless.',
    ],
  ],
  'cross-origin-opener-policy': [
    ['Other sites’ windows may control the page.', 'Fenster anderer Websites dürfen die Seite steuern.'],
    [
      'Other sites’ windows may control the page. Cross-Origin-Opener-Policy: same-origin prevents that.',
      'Fenster anderer Websites dürfen die Seite steuern. Cross-Origin-Opener-Policy: same-origin verhindert das.',
    ],
    [
      'Other sites’ windows may control the page, as the header says.',
      'Fenster anderer Websites dürfen die Seite steuern, wie der Header sagt.',
    ],
    [
      'Other sites’ windows can’t control the page.',
      'Fenster anderer Websites können die Seite nicht steuern.',
    ],
    [
      'The Cross-Origin-Opener-Policy header is invalid, so browsers ignore it. Send same-origin, once.',
      'Der Header Cross-Origin-Opener-Policy ist ungültig und wird von Browsern übergangen. Senden Sie einmal same-origin.',
    ],
  ],
  'cross-origin-resource-policy': [
    ['Other sites may load the page as a resource.', 'Andere Websites dürfen die Seite als Ressource laden.'],
    [
      'Other sites may load the page as a resource, as the header says.',
      'Andere Websites dürfen die Seite als Ressource laden, wie der Header sagt.',
    ],
    [
      'Other sites can’t load the page as a resource.',
      'Andere Websites können die Seite nicht als Ressource laden.',
    ],
    [
      'The Cross-Origin-Resource-Policy header is invalid, so browsers ignore it. Send same-origin.',
      'Der Header Cross-Origin-Resource-Policy ist ungültig und wird von Browsern übergangen. Senden Sie same-origin.',
    ],
  ],
  'cross-origin-resource-sharing': [
    [
      'The page was not requested with another Origin.',
      'Die Seite wurde nicht mit einem anderen Origin angefragt.',
    ],
    [
      'The page could not be requested with another Origin, so sharing was not checked.',
      'Die Seite konnte nicht mit einem anderen Origin angefragt werden, deshalb wurde die Freigabe nicht geprüft.',
    ],
    ['The page is not shared with other sites.', 'Die Seite ist nicht für andere Websites freigegeben.'],
    [
      'The page is public to other sites, without credentials.',
      'Die Seite ist ohne Zugangsdaten für andere Websites öffentlich.',
    ],
    [
      'Any site may read the page with its visitors’ credentials. List the allowed origins.',
      'Jede Website darf die Seite mit den Zugangsdaten ihrer Besucher lesen. Nennen Sie die erlaubten Ursprünge.',
    ],
    ['The page is shared with listed sites only.', 'Die Seite ist nur für genannte Websites freigegeben.'],
  ],
  'csp-bypasses': [
    ['There is no valid policy.', 'Es gibt keine gültige Richtlinie.'],
    ['The policy names no hosts for scripts.', 'Die Richtlinie nennt keine Hosts für Skripte.'],
    ['No host has a bypass that is known.', 'Für keinen Host ist eine Umgehung bekannt.'],
    [
      "{0} with a known bypass. Allow scripts by nonce and 'strict-dynamic' instead.",
      "{0} mit bekannter Umgehung. Erlauben Sie Skripte stattdessen durch eine Nonce und 'strict-dynamic'.",
    ],
  ],
  'csp-hardening': [
    ['There is no valid policy to harden.', 'Es gibt keine gültige Policy, die zu härten wäre.'],
    ['The policy restricts base-uri and form-action.', 'Die Policy begrenzt base-uri und form-action.'],
    ['The policy leaves {0} open. Restrict {1}.', 'Die Policy lässt {0} offen. Begrenzen Sie das.'],
  ],
  'legacy-headers': [
    ['No obsolete security headers are sent.', 'Es werden keine überholten Sicherheits-Header gesendet.'],
    [
      'Obsolete security headers are sent. Stop sending them.',
      'Es werden überholte Sicherheits-Header gesendet. Senden Sie sie nicht mehr.',
    ],
  ],
  'permissions-policy': [
    [
      'No device feature is turned off. Send Permissions-Policy: camera=(), microphone=(), geolocation=().',
      'Keine Gerätefunktion ist abgeschaltet. Senden Sie Permissions-Policy: camera=(), microphone=(), geolocation=().',
    ],
    [
      'Browsers can’t parse the Permissions-Policy header. Use feature=() or feature=(self).',
      'Browser können den Header Permissions-Policy nicht lesen. Verwenden Sie feature=() oder feature=(self).',
    ],
    [
      'A device feature is open to every frame. List the origins that need it.',
      'Eine Gerätefunktion steht jedem Frame offen. Nennen Sie die Ursprünge, die sie brauchen.',
    ],
    ['Unused device features are turned off.', 'Ungenutzte Gerätefunktionen sind abgeschaltet.'],
  ],
  'referrer-policy': [
    [
      'No policy is set; browsers use strict-origin-when-cross-origin.',
      'Es ist keine Policy gesetzt; Browser verwenden strict-origin-when-cross-origin.',
    ],
    [
      'The referrer policy is unknown to browsers. Use strict-origin-when-cross-origin.',
      'Die Referrer-Policy ist Browsern unbekannt. Verwenden Sie strict-origin-when-cross-origin.',
    ],
    [
      'Other sites don’t learn the page’s address ({0}).',
      'Andere Websites erfahren die Adresse der Seite nicht ({0}).',
    ],
    [
      'The policy {0} tells other sites more than necessary. Use strict-origin-when-cross-origin.',
      'Die Policy {0} sagt anderen Websites mehr als nötig. Verwenden Sie strict-origin-when-cross-origin.',
    ],
  ],
  'strict-transport-security': [
    ['HSTS needs HTTPS.', 'HSTS braucht HTTPS.'],
    [
      'Browsers ignore HSTS from a site with an untrusted certificate. Fix the certificate first.',
      'Browser übergehen HSTS von einer Website mit nicht vertrauenswürdigem Zertifikat. Bringen Sie zuerst das Zertifikat in Ordnung.',
    ],
    [
      'The Strict-Transport-Security header is missing. Send max-age=63072000.',
      'Der Header Strict-Transport-Security fehlt. Senden Sie max-age=63072000.',
    ],
    [
      'The Strict-Transport-Security header is invalid. Send max-age=63072000 once.',
      'Der Header Strict-Transport-Security ist ungültig. Senden Sie einmal max-age=63072000.',
    ],
    [
      'HSTS lasts only {0}. Send a max-age of a year or more.',
      'HSTS gilt nur {0}. Senden Sie ein max-age von einem Jahr oder mehr.',
    ],
    [
      'HSTS lasts {0}. Send a max-age of a year or more.',
      'HSTS gilt {0}. Senden Sie ein max-age von einem Jahr oder mehr.',
    ],
    ['HSTS keeps browsers on HTTPS for a year or more.', 'HSTS hält Browser ein Jahr oder länger bei HTTPS.'],
  ],
  'x-content-type-options': [
    [
      'The X-Content-Type-Options header is missing. Send nosniff.',
      'Der Header X-Content-Type-Options fehlt. Senden Sie nosniff.',
    ],
    ['Media types are not guessed.', 'Medientypen werden nicht geraten.'],
    [
      'The X-Content-Type-Options header is invalid. Send nosniff.',
      'Der Header X-Content-Type-Options ist ungültig. Senden Sie nosniff.',
    ],
  ],
  'x-frame-options': [
    ['The policy controls who may frame the page.', 'Die Policy bestimmt, wer die Seite einrahmen darf.'],
    [
      "The policy's frame-ancestors lets any site frame the page. Use 'none' or 'self'.",
      "Das frame-ancestors der Policy lässt jede Website die Seite einrahmen. Verwenden Sie 'none' oder 'self'.",
    ],
    [
      'Any site may frame the page. Add frame-ancestors to the Content-Security-Policy.',
      'Jede Website darf die Seite einrahmen. Ergänzen Sie frame-ancestors in der Content-Security-Policy.',
    ],
    ['Other sites can’t frame the page.', 'Andere Websites können die Seite nicht einrahmen.'],
    [
      'Browsers ignore ALLOW-FROM. Use frame-ancestors in the Content-Security-Policy.',
      'Browser übergehen ALLOW-FROM. Verwenden Sie frame-ancestors in der Content-Security-Policy.',
    ],
    [
      'The X-Frame-Options header is invalid. Use DENY, or frame-ancestors in the Content-Security-Policy.',
      'Der Header X-Frame-Options ist ungültig. Verwenden Sie DENY oder frame-ancestors in der Content-Security-Policy.',
    ],
  ],
} satisfies Partial<FindingsOf<typeof checks>>;
