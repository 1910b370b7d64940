import { MOST_NODES } from '../themes/tokens/extend-groups.ts';
import { ImportFault } from './import-format.ts';

/**
 * Counts tokens and groups while they are read: reading on would take minutes and the memory of the process,
 * and no theme takes more. @throws ImportFault for one too many
 */
export const createTokenLimit = (): (() => void) => {
  let count = 0;
  return () => {
    count += 1;
    if (count > MOST_NODES)
      throw new ImportFault(`must not have more than ${MOST_NODES.toLocaleString('en')} tokens and groups`);
  };
};
