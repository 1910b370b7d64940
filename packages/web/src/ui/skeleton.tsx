import './skeleton.css';

import { partTexts } from '../i18n/parts.ts';

/** Keeps the place of what is still loading. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div class="skeleton" role="status" aria-label={partTexts().loading}>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} />
    ))}
  </div>
);
