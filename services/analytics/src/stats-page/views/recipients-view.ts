import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { RecipientsForm } from '../page-data.ts';

/** Asks the owner who gets the e-mail reports. */
export const recipientsView = (action: string, { typed, fault }: RecipientsForm): Html =>
  html`<form class="notice" method="post" action="${action}">
    <p>E-mail reports are switched on, but nobody gets them.</p>
    <label for="email_recipients">Who should get them? One address per line:</label>
    <textarea
      id="email_recipients"
      name="email_recipients"
      rows="3"
      maxlength="20000"
      required${fault === undefined ? null : html` aria-invalid="true" aria-describedby="recipients-fault"`}
    >
${typed}</textarea>
    ${fault === undefined ? null : html`<p id="recipients-fault" class="fault" role="alert">${fault}</p>`}
    <button>Save</button>
  </form>`;
