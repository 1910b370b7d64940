import { html } from '@platform/page-access';
import type { Html, Language } from '@platform/page-access';

const TEXTS = {
  en: {
    heading: 'This report needs a password',
    hint: 'Ask whoever sent you the address.',
    password: 'Password',
    show: 'Show the report',
  },
  de: {
    heading: 'Dieser Bericht braucht ein Passwort',
    hint: 'Fragen Sie, wer Ihnen die Adresse geschickt hat.',
    password: 'Passwort',
    show: 'Bericht zeigen',
  },
} as const;

/** Asks for a report’s password. `error` follows a wrong one. */
export const passwordView = (path: string, error: string | null, language: Language): Html => {
  const t = TEXTS[language];
  return html`<section class="card">
    <h1>${t.heading}</h1>
    <p>${t.hint}</p>
    <form method="post" action="${path}">
      <input type="text" name="username" value="report" autocomplete="username" hidden />
      <label for="password">${t.password}</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        maxlength="1000"
        ${error !== null && html`aria-describedby="error" aria-invalid="true"`}
      />
      ${error !== null && html`<p class="error" id="error" role="alert">${error}</p>`}
      <button type="submit">${t.show}</button>
    </form>
  </section>`;
};

/** A page with a heading and a sentence. */
export const messageView = (heading: string, text: string): Html => {
  return html`<section class="card">
    <h1>${heading}</h1>
    <p>${text}</p>
  </section>`;
};
