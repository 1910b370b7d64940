/** A fault in a token tree, with its path. */
export class TokenFault extends Error {
  /** Names from the root of the tree. */
  readonly path: readonly string[];

  constructor(path: readonly string[], message: string) {
    super(message);
    this.name = 'TokenFault';
    this.path = path;
  }
}

/** Throws a fault at `path`. The message follows the path, so it begins with a verb. */
export const fault = (path: readonly string[], message: string): never => {
  throw new TokenFault(path, message);
};
