import { createHash } from 'node:crypto';

/**
 * The content policy of a page whose colours are in one `<style>`: nothing else is inline, and nothing
 * comes from other hosts.
 * @param style the text of the element, which the policy allows by its digest
 * @param isFramed whether other sites may frame the page
 */
export const paintedPagePolicy = (style: string, isFramed = false): string =>
  [
    `default-src 'none'; style-src 'self' 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "script-src 'self'; connect-src 'self'; font-src 'self'; img-src data:; base-uri 'none'; form-action 'none'",
    `frame-ancestors ${isFramed ? '*' : "'none'"}`,
  ].join('; ');
