/**
 * Why a thread gave no answer: too many calls wait for it, it took too long, it ran out of memory,
 * or it ended.
 */
export type ThreadFault = 'busy' | 'late' | 'memory' | 'ended';

/** A background thread gave no answer. */
export class ThreadError extends Error {
  override readonly name = 'ThreadError';
  readonly fault: ThreadFault;

  constructor(fault: ThreadFault, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.fault = fault;
  }
}
