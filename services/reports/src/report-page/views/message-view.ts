import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { PageTexts } from '../texts/texts.ts';

/** Asks for a report’s password. `error` follows a wrong one. */
export const passwordView = (path: string, error: string | null, { password: t }: PageTexts): Html => {
  return html`<section class="card">
    <h1>${t.heading}</h1>
    <p>${t.hint}</p>
    <form method="post" action="${path}">
      <input type="text" name="username" value="report" autocomplete="username" hidden />
      <label for="password">${t.label}</label>
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
