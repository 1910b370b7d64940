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

/** The form of a page that has a password. */
export const passwordView = (domain: string, action: string, message: string | undefined): Html =>
  html`<main class="narrow">
    <h1>${domain}</h1>
    <p>These statistics are protected by a password.</p>
    <form method="post" action="${action}">
      <label for="password">Password</label>
      <input
        id="password"
        name="password"
        type="password"
        autocomplete="current-password"
        required
        autofocus${message === undefined ? null : html` aria-invalid="true" aria-describedby="fault"`}
      />
      ${message === undefined ? null : html`<p id="fault" class="fault" role="alert">${message}</p>`}
      <button>Show the statistics</button>
    </form>
  </main>`;

/** What stands in the place of a page that isn't there, or isn't for this visitor. */
export const messageView = (title: string, text: string): Html =>
  html`<main class="narrow">
    <h1>${title}</h1>
    <p>${text}</p>
  </main>`;

/**
 * A website without traffic: how to begin. The page reloads itself when the first visit arrives.
 */
export const emptyView = (domain: string, trackingCode: string, liveUrl: string): Html =>
  html`<main class="narrow" data-waiting="${liveUrl}">
    <h1>${domain}</h1>
    <p>No visit has been counted yet. Put this line into the <code>&lt;head&gt;</code> of every page:</p>
    <pre><code>${trackingCode}</code></pre>
    <p class="live" role="status">
      <span class="pulse" aria-hidden="true"></span>Waiting for the first visit. This page changes when it
      comes.
    </p>
  </main>`;
