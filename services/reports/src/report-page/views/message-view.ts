import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

/** A page with a heading and a sentence. */
export const messageView = (heading: string, text: string): Html => {
  return html`<section class="card">
    <h1>${heading}</h1>
    <p>${text}</p>
  </section>`;
};
