import './skeleton.css';

import { texts } from '../i18n/language.ts';

/** Keeps the place of what is still loading. */
export const Skeleton = ({ lines = 3 }: { lines?: number }) => (
  <div class="skeleton" role="status" aria-label={texts().loading}>
    {Array.from({ length: lines }, (_, index) => (
      <span key={index} />
    ))}
  </div>
);
