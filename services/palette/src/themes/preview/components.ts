import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { ThemeMode } from '../theme.ts';

const ALERTS = [
  { kind: 'success', title: 'Saved', text: 'Your changes are live.' },
  { kind: 'warning', title: 'Almost full', text: 'You have used 90 % of your space.' },
  { kind: 'error', title: 'Payment failed', text: 'The card was declined.' },
  { kind: 'info', title: 'New version', text: 'An update is ready to install.' },
] as const;

export const components = (mode: ThemeMode): Html => html`
  <div class="stack">
    <p>Text on the page, with <a href="#${mode}">a link in it</a>.</p>
    <p class="muted">Secondary text, readable on every ground.</p>
  </div>
  <div class="row">
    <button class="button primary" type="button">Primary</button>
    <button class="button secondary" type="button">Secondary</button>
    <button class="button tertiary" type="button">Tertiary</button>
    <button class="button danger" type="button">Delete</button>
    <button class="button outline" type="button">Cancel</button>
    <button class="button outline focused" type="button">Focused</button>
  </div>
  <div class="row">
    <span class="chip p">Primary</span><span class="chip s">Secondary</span
    ><span class="chip t">Tertiary</span><span class="chip n">Neutral</span>
  </div>
  <div class="card">
    <h3>A card</h3>
    <p>Cards lie on the surface. <a href="#${mode}">Links</a> are readable here, too.</p>
    <label class="label" for="field-${mode}">E-mail</label>
    <input class="field" id="field-${mode}" type="email" placeholder="you@example.com" autocomplete="off" />
    <div class="row"><button class="button primary" type="button">Subscribe</button></div>
  </div>
  <div class="stack">
    ${ALERTS.map(
      ({ kind, title, text }) =>
        html`<div class="alert ${kind}"><strong>${title}</strong><span>${text}</span></div>`,
    )}
  </div>
`;
