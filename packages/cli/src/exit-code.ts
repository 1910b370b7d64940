/** What `dap` ends with; scripts may rely on these numbers. */
export const EXIT = {
  /** All is well. */
  ok: 0,
  /** A check failed: a page below the criteria, tokens out of date, events refused. */
  failed: 1,
  /** The command line, a configuration or an input file can't be used. */
  usage: 2,
  /** The platform can't be reached, or refused the request. */
  platform: 3,
  /** An internal error in dap. */
  internal: 70,
  /** Ctrl-C. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
