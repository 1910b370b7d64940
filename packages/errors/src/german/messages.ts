import { createTranslate } from '../language.ts';
import type { Language, Sentence } from '../language.ts';
import { FIELD_PARTS, FIELD_SENTENCES } from './fields.ts';

/** Messages of errors that aren't about a field, in German. */
export const MESSAGE_SENTENCES: readonly Sentence[] = [
  ['The given data was invalid.', 'Die Angaben sind nicht gültig.'],
  ['A valid API key is required.', 'Es wird ein gültiger API-Schlüssel benötigt.'],
  ['The record has changed since you read it.', 'Der Eintrag hat sich geändert, seit Sie ihn gelesen haben.'],
  ['The request body is too large.', 'Der Inhalt der Anfrage ist zu groß.'],
  ['Too many requests.', 'Zu viele Anfragen.'],
  ['The {0} does not exist.', '{0} gibt es nicht.'],
  ['This path accepts {0}.', 'Dieser Pfad nimmt {0} an.'],
  [
    "The organisation's quota of {0} is used up for this month.",
    'Das Kontingent der Organisation ist für diesen Monat aufgebraucht: {0}.',
  ],
  ['Something went wrong on our side.', 'Bei uns ist etwas schiefgegangen.'],
  ['This key may not be used from {0}.', 'Dieser Schlüssel darf von {0} aus nicht benutzt werden.'],
  ['The address must be a path.', 'Die Adresse muss ein Pfad sein.'],
  [
    'The path is not valid: it has empty or dot segments, encoded slashes or broken escapes.',
    'Der Pfad ist nicht gültig: Er hat leere Abschnitte oder Punkte, kodierte Schrägstriche oder kaputte Maskierungen.',
  ],
  ['The path is not valid percent-encoded UTF-8.', 'Der Pfad ist kein gültig kodiertes UTF-8.'],
  ['The address is not valid percent-encoded UTF-8.', 'Die Adresse ist kein gültig kodiertes UTF-8.'],
  ['The header {0} must not be sent twice.', 'Der Header {0} darf nicht zweimal gesendet werden.'],
  ['The header host is missing.', 'Der Header host fehlt.'],
  ['Only pages of the console sign people in.', 'Anmelden können nur Seiten der Konsole.'],
  ['The body must be application/json.', 'Der Inhalt muss application/json sein.'],
  [
    'The sign-in has taken too long. Begin again.',
    'Das Anmelden hat zu lange gedauert. Beginnen Sie noch einmal.',
  ],
  ['There is no session.', 'Es gibt keine Sitzung.'],
  ['Your account belongs to no organisation any more.', 'Ihr Konto gehört zu keiner Organisation mehr.'],
  ['There is no session of an account.', 'Es gibt keine Sitzung eines Kontos.'],
  ['Sign in first.', 'Melden Sie sich zuerst an.'],
  ['The e-mail address or the password is wrong.', 'E-Mail-Adresse oder Passwort ist falsch.'],
  ['The code is wrong.', 'Der Code ist falsch.'],
  ['The passkey was not accepted.', 'Der Passkey wurde nicht angenommen.'],
  ['You don’t belong to this organisation.', 'Sie gehören nicht zu dieser Organisation.'],
  [
    'There is an account for this address already. Sign in with it to join.',
    'Für diese Adresse gibt es schon ein Konto. Melden Sie sich damit an, um beizutreten.',
  ],
  ['You belong to this organisation already.', 'Sie gehören schon zu dieser Organisation.'],
  [
    'They have no account here, so there is no password to reset.',
    'Hier gibt es kein Konto dazu, also auch kein Passwort zurückzusetzen.',
  ],
  [
    'They belong to other organisations, too, so they reset their password by e-mail themselves.',
    'Das Konto gehört auch zu anderen Organisationen; das Passwort wird deshalb selbst per E-Mail zurückgesetzt.',
  ],
  ['This passkey belongs to an account already.', 'Dieser Passkey gehört schon zu einem Konto.'],
  [
    'Only somebody who is signed in with an account of this platform has one.',
    'Das gibt es nur für Menschen, die mit einem Konto dieser Plattform angemeldet sind.',
  ],
  [
    'Prove first who you are, with your password or a passkey.',
    'Weisen Sie sich zuerst mit Ihrem Passwort oder einem Passkey aus.',
  ],
  ['This is the passkey of another account.', 'Dieser Passkey gehört zu einem anderen Konto.'],
  [
    'An account has at most {0} passkeys: remove one first.',
    'Ein Konto hat höchstens {0} Passkeys: Entfernen Sie zuerst einen.',
  ],
  [
    'This passkey is the only way into the account: set a password first.',
    'Dieser Passkey ist der einzige Weg ins Konto: Setzen Sie zuerst ein Passwort.',
  ],
  [
    'This passkey is the second step: turn that off first.',
    'Dieser Passkey ist der zweite Schritt: Schalten Sie diesen zuerst ab.',
  ],
  ['The second step is on already.', 'Der zweite Schritt ist schon eingeschaltet.'],
  [
    'There is no passkey to ask for: add one, or an app that shows codes.',
    'Es gibt keinen Passkey, nach dem gefragt werden könnte: Fügen Sie einen hinzu oder eine App, die Codes zeigt.',
  ],
  ['There is no second step to recover from.', 'Es gibt keinen zweiten Schritt, der zu ersetzen wäre.'],
  ['The request body took too long to arrive.', 'Der Inhalt der Anfrage kam zu langsam an.'],
  ['The {0} service took too long to answer.', 'Der Dienst {0} hat zu lange gebraucht.'],
  ['The {0} service broke off.', 'Der Dienst {0} hat abgebrochen.'],
  ['The request cannot be passed on.', 'Die Anfrage lässt sich nicht weitergeben.'],
  ['The {0} service sent headers that are too long.', 'Der Dienst {0} hat zu lange Header gesendet.'],
  [
    "The {0} service sent an answer that HTTP doesn't allow.",
    'Der Dienst {0} hat eine Antwort gesendet, die HTTP nicht erlaubt.',
  ],
  ['The {0} service cannot be reached at the moment.', 'Der Dienst {0} ist im Moment nicht zu erreichen.'],
  ['The request body is larger than {0} bytes.', 'Der Inhalt der Anfrage ist größer als {0} Bytes.'],
  [
    "This key lacks the scope {0}, so it can't {1}.",
    'Diesem Schlüssel fehlt das Recht {0}, deshalb geht das nicht.',
  ],
  [
    "This key lacks the scope {0}, so it can't have {1} sent to a webhook.",
    'Diesem Schlüssel fehlt das Recht {0}, deshalb kann {1} nicht an einen Webhook gehen.',
  ],
  ['This key lacks the scope {0}.', 'Diesem Schlüssel fehlt das Recht {0}.'],
  [
    'This key lacks the scope keys:admin, so it can’t see or end the sessions of others.',
    'Diesem Schlüssel fehlt das Recht keys:admin, deshalb kann er Sitzungen anderer weder sehen noch beenden.',
  ],
  [
    "expires_at must not be later than this key's own expiry, {0}.",
    'expires_at darf nicht nach dem Ablauf dieses Schlüssels liegen, {0}.',
  ],
  [
    "rate_limit_per_minute must not exceed this key's own limit, {0}.",
    'rate_limit_per_minute darf die Grenze dieses Schlüssels nicht übersteigen, {0}.',
  ],
  [
    'allowed_addresses must not include {0}, which this key may not be used from itself.',
    'allowed_addresses darf {0} nicht enthalten, denn von dort darf dieser Schlüssel selbst nicht benutzt werden.',
  ],
  [
    "This key expires sooner, so it can't rotate that one.",
    'Dieser Schlüssel läuft früher ab, deshalb kann er jenen nicht erneuern.',
  ],
  [
    "This key has a lower rate limit, so it can't rotate that one.",
    'Dieser Schlüssel hat eine niedrigere Grenze, deshalb kann er jenen nicht erneuern.',
  ],
  [
    "This key may be used from fewer addresses, so it can't rotate that one.",
    'Dieser Schlüssel gilt von weniger Adressen aus, deshalb kann er jenen nicht erneuern.',
  ],
  ['The database took too long.', 'Die Datenbank hat zu lange gebraucht.'],
  ['Keys cannot be checked at the moment.', 'Schlüssel lassen sich im Moment nicht prüfen.'],
  [
    'The organisation has {0} keys already; revoke one that is not needed.',
    'Die Organisation hat schon {0} Schlüssel; widerrufen Sie einen, der nicht mehr gebraucht wird.',
  ],
  [
    "This is the organisation's last key with keys:admin; create another one first.",
    'Das ist der letzte Schlüssel der Organisation mit keys:admin; legen Sie zuerst einen anderen an.',
  ],
  [
    'The identity provider cannot be reached at the moment.',
    'Der Identitätsanbieter ist im Moment nicht zu erreichen.',
  ],
  [
    "This is the organisation's last owner; make somebody else an owner first.",
    'Das ist der letzte Inhaber der Organisation; machen Sie zuerst jemand anderen zum Inhaber.',
  ],
  [
    'This key expires or is bound to addresses, which members are not: use a key without either, or a session of an owner.',
    'Dieser Schlüssel läuft ab oder ist an Adressen gebunden, Mitglieder sind es nicht: Nehmen Sie einen Schlüssel ohne beides oder die Sitzung eines Inhabers.',
  ],
  ['There is an invitation for this address already.', 'Für diese Adresse gibt es schon eine Einladung.'],
  ['They have joined already.', 'Der Beitritt ist schon erfolgt.'],
  ['Sessions are started by the console only.', 'Sitzungen beginnt nur die Konsole.'],
  [
    'Sign-in links are created with the key itself, not in a session of it.',
    'Anmeldelinks entstehen mit dem Schlüssel selbst, nicht in einer Sitzung von ihm.',
  ],
  [
    'Sign-in links can only be created with an API key.',
    'Anmeldelinks lassen sich nur mit einem API-Schlüssel anlegen.',
  ],
  [
    'The webhook is switched off. Send {"enabled": true} to switch it on first.',
    'Der Webhook ist abgeschaltet. Schalten Sie ihn zuerst ein.',
  ],
  ['An organisation can have {0} webhooks.', 'Eine Organisation kann {0} Webhooks haben.'],
  [
    'The request took longer than its sender is willing to wait. Nothing was changed.',
    'Die Anfrage dauerte länger, als der Absender warten will. Es wurde nichts geändert.',
  ],
  ["Callers can't be verified at the moment.", 'Absender lassen sich im Moment nicht prüfen.'],
  [
    'The first request with this Idempotency-Key is still running.',
    'Die erste Anfrage mit diesem Idempotency-Key läuft noch.',
  ],
  ['The body is not valid percent-encoded text.', 'Der Inhalt ist kein gültig kodierter Text.'],
  ['The body is not valid percent-encoded UTF-8.', 'Der Inhalt ist kein gültig kodiertes UTF-8.'],
  ['The body is not valid JSON.', 'Der Inhalt ist kein gültiges JSON.'],
  ['The body is not valid UTF-8.', 'Der Inhalt ist kein gültiges UTF-8.'],
  ['The Content-Type must be {0}.', 'Der Content-Type muss {0} sein.'],
  ['The encoding of the body is not supported.', 'Die Kodierung des Inhalts wird nicht unterstützt.'],
  ['The request was cut off.', 'Die Anfrage wurde abgebrochen.'],
  ['The request could not be read.', 'Die Anfrage war nicht zu lesen.'],
  [
    'The database did not answer in time. Try again.',
    'Die Datenbank hat nicht rechtzeitig geantwortet. Versuchen Sie es noch einmal.',
  ],
  ["The database can't be reached at the moment.", 'Die Datenbank ist im Moment nicht zu erreichen.'],
  ['Too many passwords are being checked.', 'Es werden gerade zu viele Passwörter geprüft.'],
  [
    'The file of this import is complete. Undo the import and create a new one.',
    'Die Datei dieses Imports ist vollständig. Nehmen Sie den Import zurück, und legen Sie einen neuen an.',
  ],
  [
    'A regular expression is not valid or too complex',
    'Ein regulärer Ausdruck ist nicht gültig oder zu aufwendig',
  ],
  ['The answer took too long. {0}', 'Die Antwort hat zu lange gedauert. {0}'],
  ['The export has expired.', 'Der Export ist abgelaufen.'],
  ['The export failed; it has no file.', 'Der Export ist gescheitert; er hat keine Datei.'],
  ['The file is not ready yet.', 'Die Datei ist noch nicht fertig.'],
  ['The tokens {0} and {1} would both be named {2}.', 'Die Tokens {0} und {1} hießen beide {2}.'],
  [
    'Too many images are being read. Try again soon.',
    'Es werden gerade zu viele Bilder gelesen. Versuchen Sie es bald noch einmal.',
  ],
  [
    'Themes use this palette. Delete them first, or send cascade=true to delete them with it.',
    'Themen verwenden diese Palette. Löschen Sie zuerst diese, oder löschen Sie sie mit cascade=true zusammen.',
  ],
  [
    'Too many large bodies are being read. Try again soon.',
    'Es werden gerade zu viele große Inhalte gelesen. Versuchen Sie es bald noch einmal.',
  ],
  [
    'Too much is being read. Try again soon.',
    'Es wird gerade zu viel gelesen. Versuchen Sie es bald noch einmal.',
  ],
  ['It could not be read. Try again.', 'Das war nicht zu lesen. Versuchen Sie es noch einmal.'],
  [
    'The theme was changed meanwhile. Try again.',
    'Das Thema wurde inzwischen geändert. Versuchen Sie es noch einmal.',
  ],
  ['org_id is not the organisation of this key.', 'org_id ist nicht die Organisation dieses Schlüssels.'],
  [
    "The organisation's default workspace can't be deleted.",
    'Der Standard-Arbeitsbereich der Organisation lässt sich nicht löschen.',
  ],
  [
    'The workspace has palettes. Delete them first, or send cascade=true to delete them with it.',
    'Der Arbeitsbereich hat Paletten. Löschen Sie zuerst diese, oder löschen Sie sie mit cascade=true zusammen.',
  ],
  ['This report has no result yet.', 'Dieser Bericht hat noch kein Ergebnis.'],
  ['This site has no complete crawl yet.', 'Diese Website wurde noch nicht ganz durchsucht.'],
  ['This site is being crawled.', 'Diese Website wird gerade durchsucht.'],
  ['There is no earlier crawl to compare with.', 'Es gibt keinen früheren Durchgang zum Vergleichen.'],
  ['There is no browser to print the PDF.', 'Es gibt keinen Browser, der das PDF drucken könnte.'],
  ['The PDF is still being made; ask for it again.', 'Das PDF entsteht noch; fragen Sie noch einmal danach.'],
];

/** Records that don't exist, as the object of a sentence, and what quotas are of. */
export const MESSAGE_PARTS: Readonly<Record<string, string>> = {
  resource: 'Diesen Eintrag',
  record: 'Diesen Eintrag',
  path: 'Diesen Pfad',
  invitation: 'Diese Einladung',
  link: 'Diesen Link',
  member: 'Dieses Mitglied',
  passkey: 'Diesen Passkey',
  key: 'Diesen Schlüssel',
  session: 'Diese Sitzung',
  webhook: 'Diesen Webhook',
  page: 'Diese Seite',
  alert: 'Diese Warnung',
  annotation: 'Diese Anmerkung',
  funnel: 'Diesen Trichter',
  goal: 'Dieses Ziel',
  import: 'Diesen Import',
  website: 'Diese Website',
  segment: 'Dieses Segment',
  'server key': 'Diesen Serverschlüssel',
  export: 'Diesen Export',
  version: 'Diese Fassung',
  workspace: 'Diesen Arbeitsbereich',
  palette: 'Diese Palette',
  preview: 'Diese Vorschau',
  theme: 'Dieses Thema',
  report: 'Diesen Bericht',
  run: 'Diesen Lauf',
  schedule: 'Diese Wiederholung',
  site: 'Diese Website',
  crawl: 'Diesen Durchgang',
  requests: 'Anfragen',
  reports: 'Berichte',
  events: 'Ereignisse',
  exports: 'Exporte',
};

const field = createTranslate(FIELD_SENTENCES, FIELD_PARTS);
const message = createTranslate(MESSAGE_SENTENCES, MESSAGE_PARTS);

/** Returns a field's fault in a language. A sentence that the catalogue lacks stays English. */
export const faultIn = (language: Language, text: string): string =>
  language === 'en' ? text : (field(text) ?? text);

/** The message of an error in a language: one of its own, or that of its first field. */
export const messageIn = (language: Language, text: string): string =>
  language === 'en' ? text : (message(text) ?? field(text) ?? text);
