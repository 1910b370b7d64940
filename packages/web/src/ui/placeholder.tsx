import './skeleton.css';

import type { ComponentChildren } from 'preact';

import { partTexts } from '../i18n/parts.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icon.tsx';

/** Keeps the place of what is still loading. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div class="skeleton" role="status" aria-label={partTexts().loading}>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} />
    ))}
  </div>
);

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
