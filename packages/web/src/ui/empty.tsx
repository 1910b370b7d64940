import type { ComponentChildren } from 'preact';

import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

interface EmptyProps {
  icon?: IconName;
  children: ComponentChildren;
}

/** Stands where a list has nothing yet, and says what would be there or how to begin. */
export const Empty = ({ icon = 'empty', children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} />
    <p>{children}</p>
  </div>
);
