import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

import { screenTitle } from './screen-title.ts';

/** The heading of a screen, which is the title of the window as well. */
export const Heading = ({ title, children }: { title: string; children?: ComponentChildren }) => {
  useEffect(() => {
    screenTitle.value = title;
  }, [title]);
  return (
    <div class="heading">
      <h1>{title}</h1>
      {children}
    </div>
  );
};
