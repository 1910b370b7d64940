import { createHash } from 'node:crypto';

import type { Joinable, Person } from '../members/joining-store.ts';

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
button { display: block; width: 100%; margin: 0.75rem 0; padding: 0.75rem 1rem; font: inherit; text-align: start; cursor: pointer; }
small { display: block; opacity: 0.75; }`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Allows the page its own style and its form, and nothing else. */
export const CHOICE_POLICY = [
  "default-src 'none'",
  `style-src ${hashOf(STYLE)}`,
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

const button = ({ organisation, organisationName, role, isInvitation }: Joinable): string =>
  `<button name="organisation" value="${escaped(organisation)}"><bdi>${escaped(organisationName)}</bdi>` +
  `<small>${isInvitation ? `You are invited as ${role}` : `You are ${role}`}</small></button>`;

/** Asks somebody who may sign in to several organisations for one. An invitation is joined by choosing it. */
export const choicePage = ({ email, name }: Person, found: readonly Joinable[]): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose an organisation</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Choose an organisation</h1>
<p>You are signed in as <bdi>${escaped(email ?? name ?? 'yourself')}</bdi>. You join an organisation that
invited you when you choose it; invitations from people that you don't know can be left alone.</p>
<form method="post" action="/console/login/choose">
${found.map(button).join('\n')}
</form>
</main>
</body>
</html>
`;
