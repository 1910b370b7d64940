import { gzipSync } from 'node:zlib';

import type { PageArtifacts } from '../../src/page/page-artifacts.ts';

const HOST = 'www.example.org';
const YEAR = 'public, max-age=31536000, immutable';
/** Rough share of scripts and stylesheets that gzip leaves. */
const COMPRESSED = 0.3;

/**
 * A page of the corpus as an ordinary host would serve it: over HTTPS with a redirect from HTTP,
 * compressed, its files cached. No security headers, which most hosts don’t send unasked.
 */
export const asHosted = (artifacts: PageArtifacts): PageArtifacts => {
  const { origin } = new URL(artifacts.finalUrl);
  const text = JSON.stringify(artifacts).replaceAll(origin, `https://${HOST}`);
  const page = JSON.parse(text) as PageArtifacts;
  const plain = page.finalUrl.replace('https:', 'http:');
  const hop = { url: plain, status: 301, location: page.finalUrl };
  return {
    ...page,
    response: {
      ...page.response,
      headers: [...page.response.headers, ['content-encoding', 'gzip'], ['vary', 'accept-encoding']],
    },
    body: { ...page.body, encoding: 'gzip', transferBytes: gzipSync(page.html).length },
    tls: {
      protocol: 'TLSv1.3',
      cipher: 'TLS_AES_256_GCM_SHA384',
      alpn: 'h2',
      authorized: true,
      authorizationError: null,
      issuer: 'Example CA',
      subject: HOST,
      validFrom: page.gatheredAt,
      validTo: new Date(Date.parse(page.gatheredAt) + 90 * 86_400_000).toISOString(),
    },
    httpToHttps: { ok: true, url: plain, finalUrl: page.finalUrl, status: 200, redirects: [hop] },
    resources: page.resources.map((file) => {
      if (!file.ok || !file.finalUrl.startsWith(`https://${HOST}/`)) return file;
      const isText = file.kind === 'script' || file.kind === 'stylesheet';
      return {
        ...file,
        encoding: isText ? 'gzip' : file.encoding,
        transferBytes:
          isText && file.transferBytes !== null
            ? Math.round(file.transferBytes * COMPRESSED)
            : file.transferBytes,
        headers: [
          ...file.headers,
          ['cache-control', YEAR],
          ...(isText ? [['content-encoding', 'gzip'] as [string, string]] : []),
        ],
      };
    }),
  };
};
