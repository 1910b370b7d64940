import { Socket } from 'node:net';

/**
 * A socket for a driver that corks it for each statement. What is sent in one turn of the event
 * loop leaves in one piece: a system call for each statement of a batch was the largest single item
 * of the service's processor time.
 */
export class GatheringSocket extends Socket {
  #isHeld = false;

  override cork(): void {
    super.cork();
    if (this.#isHeld) return;
    this.#isHeld = true;
    super.cork();
    process.nextTick(() => {
      this.#isHeld = false;
      super.uncork();
    });
  }
}
