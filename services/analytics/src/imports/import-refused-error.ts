/** The file can't be imported, and why in words for its owner. Trying again won't help. */
export class ImportRefusedError extends Error {
  override readonly name = 'ImportRefusedError';
}
