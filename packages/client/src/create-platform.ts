import { createOperations } from './create-operations.ts';
import { createDownloadExport } from './download-export.ts';
import type { DownloadExport } from './download-export.ts';
import type { Operations } from './platform-api.ts';
import { createRunReport } from './run-report.ts';
import type { RunReport } from './run-report.ts';
import { createTransport } from './transport.ts';
import type { Send, TransportOptions } from './transport.ts';
import { verifyWebhook } from './verify-webhook.ts';

export type PlatformOptions = TransportOptions;

/** The platform: every operation of its API, and what takes several of them. */
export type Platform = Operations & {
  readonly reports: { readonly run: RunReport };
  readonly exports: { readonly download: DownloadExport };
  readonly webhooks: { readonly verify: typeof verifyWebhook };
  /** Sends any request with the client's key, retries and errors. */
  readonly request: Send;
};

/**
 * Makes a client. It holds no connections: make as many as you like.
 *
 * @example
 * const platform = createPlatform({ url: 'https://api.example.com', key: 'dak_…' });
 * for await (const website of platform.websites.list()) console.log(website.domain);
 */
export const createPlatform = (options: PlatformOptions = {}): Platform => {
  const send = createTransport(options);
  const operations = createOperations(send);
  return {
    ...operations,
    reports: { ...operations.reports, run: createRunReport(operations.reports) },
    exports: { download: createDownloadExport(operations.tokens, send) },
    webhooks: { ...operations.webhooks, verify: verifyWebhook },
    request: send,
  };
};
