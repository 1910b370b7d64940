import { LRUCache } from 'lru-cache';

const MAX_AGENTS = 20_000;
/**
 * Twice what this many ordinary agents need. Anybody can send agents as long as a header may be,
 * each of them different.
 */
const MAX_CHARACTERS = 8_000_000;

/**
 * Remembers what `read` makes of user agents: a website sees the same few thousand again and again.
 */
export const createAgentCache = <Value extends object>(
  read: (userAgent: string) => Value,
): ((userAgent: string) => Value) => {
  const known = new LRUCache<string, Value>({
    max: MAX_AGENTS,
    maxSize: MAX_CHARACTERS,
    sizeCalculation: (_value, userAgent) => userAgent.length + 1,
  });
  return (userAgent) => {
    const remembered = known.get(userAgent);
    if (remembered) return remembered;
    const value = read(userAgent);
    known.set(userAgent, value);
    return value;
  };
};
