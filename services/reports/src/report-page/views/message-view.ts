import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

/** Asks for a report’s password. `error` follows a wrong one. */
export const passwordView = (path: string, error: string | null): Html => {
  return html`<section class="card">
    <h1>This report needs a password</h1>
    <p>Ask whoever sent you the address.</p>
    <form method="post" action="${path}">
      <input type="text" name="username" value="report" autocomplete="username" hidden />
      <label for="password">Password</label>
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
      <button type="submit">Show the report</button>
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
