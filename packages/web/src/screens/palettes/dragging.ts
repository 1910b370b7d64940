import { useEffect, useRef, useState } from 'preact/hooks';

/** A colour that is being dragged, and the place that it would be dropped at. */
interface Dragged {
  readonly from: number;
  readonly to: number;
}

/** Places of the colours in the order that dropping would give them. */
export const orderOf = (count: number, { from, to }: Dragged): readonly number[] =>
  Array.from({ length: count }, (_, place) => place)
    .filter((place) => place !== from)
    .toSpliced(to, 0, from);

/** Pixels that a pointer moves before it drags: less is a click. */
const SLACK = 6;

/**
 * Drags colours by mouse, pen or finger, while the others make room. A mouse takes a stripe anywhere, a
 * finger by its grip, as it scrolls the page elsewhere. Escape lets go.
 */
export const useDragging = (count: number, move: (from: number, to: number) => void) => {
  const [dragged, setDragged] = useState<Dragged | undefined>(undefined);
  const end = useRef<AbortController>(undefined);
  useEffect(() => () => end.current?.abort(), []);
  const begin = (down: PointerEvent, from: number): void => {
    const target = down.target as Element;
    const isGrip = target.closest('.grip') !== null;
    // The base is what the others are made from: it stays where it is.
    if (from === 0 || down.button !== 0 || !down.isPrimary) return;
    if (!isGrip && (down.pointerType !== 'mouse' || target.closest('button'))) return;
    end.current?.abort();
    const { signal } = (end.current = new AbortController());
    let now: Dragged | undefined;
    const show = (next: Dragged | undefined): void => {
      now = next;
      setDragged(next);
    };
    const stop = (): void => {
      end.current?.abort();
      show(undefined);
    };
    addEventListener(
      'pointermove',
      ({ clientX: x, clientY: y, pointerId }) => {
        if (pointerId !== down.pointerId) return;
        if (!now && Math.hypot(x - down.clientX, y - down.clientY) < SLACK) return;
        now ??= { from, to: from };
        const under = document.elementFromPoint(x, y)?.closest<HTMLElement>('.stripes [data-place]');
        const place = under ? orderOf(count, now).indexOf(Number(under.dataset['place'])) : now.to;
        show({ from, to: Math.max(1, place) });
      },
      { signal },
    );
    addEventListener(
      'pointerup',
      () => {
        const dropped = now;
        stop();
        if (dropped) move(dropped.from, dropped.to);
      },
      { signal },
    );
    addEventListener('pointercancel', stop, { signal });
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') stop();
      },
      { signal },
    );
  };
  return { dragged, begin };
};
