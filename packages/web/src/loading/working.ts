import { signal } from '@preact/signals';

/** How many answers are being waited for that somebody asked for. */
export const working = signal(0);

/** Shows at the top of the screen that something is under way until the work has ended. */
export const whileWorking = async <Result>(work: () => PromiseLike<Result>): Promise<Result> => {
  working.value += 1;
  try {
    return await work();
  } finally {
    working.value -= 1;
  }
};
