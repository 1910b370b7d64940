import type { TokenFault } from './token-fault.ts';

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
