import { html } from '@platform/page-access';
import type { Html, Language } from '@platform/page-access';
import type { RecipientsForm } from '../page-data.ts';

const TEXTS = {
  en: {
    title: (domain: string) => `Statistics of ${domain}`,
    nobody: 'E-mail reports are switched on, but nobody gets them.',
    who: 'Who should get them? One address per line:',
    save: 'Save',
    protected: 'These statistics are protected by a password.',
    password: 'Password',
    show: 'Show the statistics',
    missing: 'There is no such page',
    missingText: 'Perhaps its address was mistyped, or its owner keeps it private.',
    failed: 'The page can’t be shown now',
    failedText: 'Please try again in a moment.',
    noVisit: ['No visit has been counted yet. Put this line into the ', ' of every page:'],
    waiting: 'Waiting for the first visit. This page changes when it comes.',
  },
  de: {
    title: (domain: string) => `Statistik von ${domain}`,
    nobody: 'Berichte per E-Mail sind eingeschaltet, aber niemand bekommt sie.',
    who: 'Wer soll sie bekommen? Je Zeile eine Adresse:',
    save: 'Speichern',
    protected: 'Diese Statistik ist durch ein Passwort geschützt.',
    password: 'Passwort',
    show: 'Statistik zeigen',
    missing: 'Diese Seite gibt es nicht',
    missingText: 'Vielleicht ist die Adresse vertippt, oder sie ist nicht öffentlich.',
    failed: 'Die Seite kann gerade nicht gezeigt werden',
    failedText: 'Bitte versuchen Sie es gleich noch einmal.',
    noVisit: ['Noch wurde kein Besuch gezählt. Setzen Sie diese Zeile in den ', ' jeder Seite:'],
    waiting: 'Warten auf den ersten Besuch. Diese Seite ändert sich, wenn er kommt.',
  },
} as const;

/** The texts of the small pages in a language. */
export const textsIn = (language: Language) => TEXTS[language];

/** Asks the owner who gets the e-mail reports. */
export const recipientsView = (action: string, { typed, fault }: RecipientsForm, language: Language): Html =>
  html`<form class="notice" method="post" action="${action}">
    <p>${TEXTS[language].nobody}</p>
    <label for="email_recipients">${TEXTS[language].who}</label>
    <textarea
      id="email_recipients"
      name="email_recipients"
      rows="3"
      maxlength="20000"
      required${fault === undefined ? null : html` aria-invalid="true" aria-describedby="recipients-fault"`}
    >
${typed}</textarea>
    ${fault === undefined ? null : html`<p id="recipients-fault" class="fault" role="alert">${fault}</p>`}
    <button>${TEXTS[language].save}</button>
  </form>`;

/** The form of a page that has a password. */
export const passwordView = (
  domain: string,
  action: string,
  message: string | undefined,
  language: Language,
): Html =>
  html`<main class="narrow">
    <h1>${domain}</h1>
    <p>${TEXTS[language].protected}</p>
    <form method="post" action="${action}">
      <label for="password">${TEXTS[language].password}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        autofocus${message === undefined ? null : html` aria-invalid="true" aria-describedby="fault"`}
      />
      ${message === undefined ? null : html`<p id="fault" class="fault" role="alert">${message}</p>`}
      <button>${TEXTS[language].show}</button>
    </form>
  </main>`;

/** Renders a message instead of a page that doesn't exist, or isn't for this visitor. */
export const messageView = (title: string, text: string): Html =>
  html`<main class="narrow">
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`;

/**
 * A website without traffic: how to begin. The page reloads itself when the first visit arrives.
 */
export const emptyView = (
  domain: string,
  trackingCode: string,
  liveUrl: string,
  language: Language,
): Html => {
  const t = TEXTS[language];
  return html`<main class="narrow" data-waiting="${liveUrl}">
    <h1>${domain}</h1>
    <p>${t.noVisit[0]}<code>&lt;head&gt;</code>${t.noVisit[1]}</p>
    <pre><code>${trackingCode}</code></pre>
    <p class="live" role="status">
      <span class="pulse" aria-hidden="true"></span>${t.waiting}
    </p>
  </main>`;
};
