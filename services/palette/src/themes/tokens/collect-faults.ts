import { InvalidTokens } from './invalid-tokens.ts';
import { TokenFault } from './token-fault.ts';

/** Runs steps that may throw a `TokenFault`, and goes on after one, to report all of them at once. */
export interface FaultCollector {
  /** Runs a step. Resolves to undefined if it threw a fault. */
  attempt: <Result>(step: () => Result) => Result | undefined;
  /** @throws InvalidTokens if there was a fault */
  throwIfAny: () => void;
}

export const collectFaults = (): FaultCollector => {
  // A broken token and each one that refers to it throw the same fault.
  const faults = new Map<string, TokenFault>();
  return {
    attempt: (step) => {
      try {
        return step();
      } catch (error) {
        if (!(error instanceof TokenFault)) throw error;
        faults.set(`${error.path.join('.')} ${error.message}`, error);
        return undefined;
      }
    },
    throwIfAny: () => {
      if (faults.size > 0) throw new InvalidTokens([...faults.values()]);
    },
  };
};
