import { useEffect } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';

const EVERY_MILLISECONDS = 3_000;

/** Waits for the first visit, and then shows how many there are at present. */
export const FirstVisit = ({ id }: { id: number }) => {
  const t = texts();
  const live = useLoad(`live ${id}`, () => platform.stats.realtime(id));
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) live.reload();
    }, EVERY_MILLISECONDS);
    return () => {
      clearInterval(timer);
    };
  }, [id]);
  const visitors = live.data?.last_30_minutes.visitors ?? 0;
  return (
    <p class={visitors > 0 ? 'arrived' : 'waiting'} role="status">
      {visitors > 0 ? `${t.websites.arrived} ${t.websites.live(visitors)}` : t.websites.waiting}
    </p>
  );
};
