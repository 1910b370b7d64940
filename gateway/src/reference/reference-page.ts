/** Allows scripts and styles from this origin only. The renderer inserts inline styles. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The page of the API reference. */
export const referencePage = (title: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}: reference</title>
<meta name="description" content="Every path of the ${title}, with its parameters, answers and errors, code in several languages, and requests that can be sent from the page.">
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The API is described in <a href="/openapi.json">openapi.json</a> (OpenAPI 3.1).</noscript>
<div id="reference"></div>
<script src="/docs/renderer.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

/**
 * Starts the renderer with everything turned off that would contact its vendor or a font server.
 */
export const START_SCRIPT = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  // Requests from the page go to the page's own origin, whatever PUBLIC_URL is.
  servers: [{ url: location.origin }],
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'key' },
});
`;
