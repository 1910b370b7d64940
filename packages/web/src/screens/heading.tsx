import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { signal } from '@preact/signals';

/** The title of the screen that is shown: told to those who can't see that it has changed. */
export const screenTitle = signal('');

/** True from a step to another screen until its heading is there, or somebody has gone on by themselves. */
let isFocusWanted = true;

/** Puts the focus on the heading of the screen that comes next, so that Tab begins there. */
export const wantFocus = (): void => {
  isFocusWanted = true;
};

/** Leaves the focus where somebody has put it. */
export const leaveFocus = (): void => {
  isFocusWanted = false;
};

const takeFocus = (heading: HTMLElement | null): void => {
  if (!isFocusWanted) return;
  isFocusWanted = false;
  // Somebody may be typing into the screen, or into what lies over it.
  if (document.activeElement?.closest('main :is(input, select, textarea), dialog')) return;
  heading?.focus({ preventScroll: true });
};

/** The heading of a screen, which is the title of the window as well. */
export const Heading = ({
  title,
  shown = title,
  children,
}: {
  title: string;
  /** The title where it is more than text. */
  shown?: ComponentChildren;
  children?: ComponentChildren;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    screenTitle.value = title;
  }, [title]);
  useEffect(() => {
    takeFocus(heading.current);
  }, []);
  return (
    <div class="heading">
      <h1 ref={heading} tabIndex={-1}>
        {shown}
      </h1>
      {children}
    </div>
  );
};
