import type { TokenFault } from './token-fault.ts';

/** Every fault of a token tree. */
export class InvalidTokens extends Error {
  readonly faults: readonly TokenFault[];

  constructor(faults: readonly TokenFault[]) {
    super(faults.map(({ path, message }) => `${path.join('.')} ${message}`).join('; '));
    this.name = 'InvalidTokens';
    this.faults = faults;
  }
}
