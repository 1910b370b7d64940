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

/** Every fault of a token tree. */
export class InvalidTokens extends Error {
  readonly faults: readonly TokenFault[];
  /** All tokens of the tree, the faulty ones too. */
  readonly paths: readonly (readonly string[])[];

  constructor(faults: readonly TokenFault[], paths: readonly (readonly string[])[]) {
    super(faults.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
    this.name = 'InvalidTokens';
    this.faults = faults;
    this.paths = paths;
  }
}

/** Runs steps that may throw a `TokenFault`, and goes on after one, to report all of them at once. */
export interface FaultCollector {
  /** Runs a step. Resolves to undefined if it threw a fault. */
  attempt: <Result>(step: () => Result) => Result | undefined;
  /** True if a fault was found in a group around this path: what is inside follows from it. */
  isInFaultyGroup: (path: readonly string[]) => boolean;
  readonly isEmpty: () => boolean;
  /**
   * @param paths of all tokens, the faulty ones too
   * @throws InvalidTokens if there was a fault
   */
  throwIfAny: (paths: readonly (readonly string[])[]) => void;
}

const keyOf = (path: readonly string[]): string => JSON.stringify(path);

export const collectFaults = (): FaultCollector => {
  // The first fault of a token says most. Later steps, and tokens that refer to it, meet it again.
  const faults = new Map<string, TokenFault>();
  return {
    attempt: (step) => {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof TokenFault)) throw error;
        const key = keyOf(error.path);
        if (!faults.has(key)) faults.set(key, error);
        return undefined;
      }
    },
    isInFaultyGroup: (path) =>
      path.some((_name, place) => place > 0 && faults.has(keyOf(path.slice(0, place)))),
    isEmpty: () => faults.size === 0,
    throwIfAny: (paths) => {
      if (faults.size > 0) throw new InvalidTokens([...faults.values()], paths);
    },
  };
};
