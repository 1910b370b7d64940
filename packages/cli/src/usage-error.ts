/** The command can't be run as it was written; ends with exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}
