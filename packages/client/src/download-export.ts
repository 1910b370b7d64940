import { pause } from './transport.ts';
import { PlatformError } from './platform-error.ts';
import type { Input, Operations, Output } from './platform-api.ts';
import type { RequestOptions, Send } from './transport.ts';

type Job = Output<'tokens.status'>;

/** A finished export with its file. */
export interface DownloadedExport {
  /** The record of the job. */
  export: Job;
  filename: string;
  mediaType: string;
  /** Checked against the platform's SHA-256. */
  bytes: Uint8Array<ArrayBuffer>;
  sha256: string;
  text(): string;
}

export interface DownloadExportOptions extends Pick<RequestOptions, 'signal'> {
  /** Milliseconds until it gives up, 180,000 by default. The export goes on without it. */
  waitFor?: number;
}

/**
 * Exports a palette or a theme, waits for the job, and reads the file.
 * @throws PlatformError `export_failed` with the platform's own words, `still_pending`, or
 * `checksum_mismatch`
 */
export type DownloadExport = (
  what: Input<'tokens.export'>,
  options?: DownloadExportOptions,
) => Promise<DownloadedExport>;

const WAIT_MILLISECONDS = 180_000;
/** How long the platform holds each answer until the job ends. */
const HOLD_SECONDS = 20;
/** How much later such an answer may arrive, whatever time-out the client has for others. */
const LATE_SECONDS = 10;
/** A platform that shuts down answers at once; it isn't asked again at once. */
const PAUSE_MILLISECONDS = 1_000;

const hexDigest = async (bytes: Uint8Array<ArrayBuffer>): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
};

const isRunning = ({ status }: Job): boolean => status === 'queued' || status === 'processing';

const finish = async (
  tokens: Pick<Operations['tokens'], 'status'>,
  job: Job,
  waitFor: number,
  options: Pick<RequestOptions, 'signal'>,
): Promise<Job> => {
  const end = Date.now() + waitFor;
  let current = job;
  while (isRunning(current)) {
    const left = end - Date.now();
    if (left <= 0)
      throw new PlatformError(
        'still_pending',
        `Export ${job.id} is still ${current.status}. Ask for it later.`,
      );
    const wait = Math.min(HOLD_SECONDS, Math.ceil(left / 1000));
    const timeout = (wait + LATE_SECONDS) * 1_000;
    current = await tokens.status(job.id, { wait }, { ...options, timeout });
    if (isRunning(current))
      await pause(Math.min(PAUSE_MILLISECONDS, Math.max(0, end - Date.now())), options.signal);
  }
  return current;
};

/** Makes `exports.download`. */
export const createDownloadExport =
  (tokens: Pick<Operations['tokens'], 'export' | 'status'>, send: Send): DownloadExport =>
  async (what, { waitFor = WAIT_MILLISECONDS, ...options } = {}) => {
    const job = await finish(tokens, await tokens.export(what, options), waitFor, options);
    if (job.status === 'failed')
      throw new PlatformError('export_failed', job.error?.message ?? 'The export failed.');
    const path = `/v1/tokens/${encodeURIComponent(job.id)}/file`;
    // Not `tokens.file`, which leaves the body to its caller, without a time-out and retries.
    const file = await send({ ...options, method: 'GET', path, accept: '*/*', raw: 'bytes' });
    const bytes = file.body as Uint8Array<ArrayBuffer>;
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
