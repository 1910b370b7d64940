/** How much a queue has to do, and who does it. */
export interface QueueState {
  /** False for a queue in the memory of one process, of which each instance has its own. */
  isShared: boolean;
  /** Jobs that may be taken now. */
  waiting: number;
  /** Jobs under way. */
  active: number;
  /** Jobs that wait for their time, such as a retry. */
  delayed: number;
  /** The processes that take its jobs; null where the server doesn't tell. */
  workers: { version: string | null; node: string | null }[] | null;
}
