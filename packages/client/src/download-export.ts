import { PlatformError } from './platform-error.ts';
import type { Input, Operations, Output } from './platform-api.ts';
import type { RequestOptions } from './transport.ts';

/** A finished export with its file. */
export interface DownloadedExport {
  /** The record of the job. */
  export: Output<'tokens.status'>;
  filename: string;
  mediaType: string;
  /** Checked against the platform's SHA-256. */
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
  text(): string;
}

/**
 * Exports a palette or a theme, waits for the job, and reads the file.
 * @throws PlatformError `export_failed` with the platform's own words, or `checksum_mismatch`
 */
export type DownloadExport = (
  what: Input<'tokens.export'>,
  options?: Pick<RequestOptions, 'signal'>,
) => Promise<DownloadedExport>;

/** How long the platform holds each answer until the job ends. */
const WAIT_SECONDS = 20;

const hexDigest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

/** Makes `exports.download`. */
export const createDownloadExport =
  (tokens: Pick<Operations['tokens'], 'export' | 'status' | 'file'>): DownloadExport =>
  async (what, options = {}) => {
    let job = await tokens.export(what, options);
    while (job.status === 'queued' || job.status === 'processing')
      job = await tokens.status(job.id, { wait: WAIT_SECONDS }, options);
    if (job.status === 'failed')
      throw new PlatformError('export_failed', job.error?.message ?? 'The export failed.');
    const file = await tokens.file(job.id, options);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const sha256 = await hexDigest(bytes);
    if (sha256 !== job.sha256)
      throw new PlatformError('checksum_mismatch', `The file of ${job.id} arrived damaged.`);
    return {
      export: job,
      filename: job.filename ?? job.id,
      mediaType: job.media_type ?? 'application/octet-stream',
      bytes,
      sha256,
      text: () => new TextDecoder().decode(bytes),
    };
  };
