import { useState } from 'preact/hooks';

import { noticeEndedSession } from '../session/session.ts';
import { failureText } from '../ui/failure-text.ts';
import { notify } from '../ui/notices.tsx';
import { whileWorking } from './working.ts';

/** Does what a button asks for, once at a time, and says so where it fails. */
export const useAct = (): { isBusy: boolean; act: (work: () => PromiseLike<unknown>) => void } => {
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => PromiseLike<unknown>): Promise<void> => {
    setBusy(true);
    try {
      await whileWorking(work);
    } catch (error) {
      if (!noticeEndedSession(error)) notify(failureText(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    isBusy,
    act: (work) => {
      if (!isBusy) void run(work);
    },
  };
};
