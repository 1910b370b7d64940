import { once } from 'node:events';

/** The flag of a process whose parent holds its port. */
export const PORT_IS_HELD = '--port-is-held';
/** Messages between the two processes. */
export const RELEASE_PORT = 'release-port';
export const PORT_RELEASED = 'port-released';

/**
 * Takes the port that the parent process holds and answers on, where it does: asks for it, and resolves when it
 * is free. The parent may keep it until what this process leads to is up.
 */
export const takeHeldPort = async (isHeld: boolean): Promise<void> => {
  if (!isHeld || process.send === undefined) return;
  const released = once(process, 'message');
  process.send(RELEASE_PORT);
  await released;
};
