import { html } from '@platform/page-access';
import type { Html } from '@platform/page-access';

import type { Rating } from '../../audit/rating.ts';

const RADIUS = 42;
const LENGTH = 2 * Math.PI * RADIUS;

/** A ring filled in proportion to the score, with the score inside. `size` in pixels. */
export const scoreRing = (score: number | null, rating: Rating | null, size: number): Html => {
  const label = score === null ? 'Not judged' : `Score ${score} of 100: ${rating ?? ''}`;
  const filled = ((score ?? 0) / 100) * LENGTH;
  const arc =
    score === null || score === 0
      ? null
      : html`<circle
          class="arc"
          cx="50"
          cy="50"
          r="${RADIUS}"
          fill="none"
          stroke-width="10"
          stroke-dasharray="${filled.toFixed(1)} ${LENGTH.toFixed(1)}"
          transform="rotate(-90 50 50)"
        />`;
  return html`<svg
    class="ring ${rating ?? 'none'}"
    role="img"
    aria-label="${label}"
    viewBox="0 0 100 100"
    width="${size}"
    height="${size}"
  >
    <circle class="track" cx="50" cy="50" r="${RADIUS}" fill="none" stroke-width="10" />
    ${arc}
    <text x="50" y="51" font-size="${score === 100 ? 26 : 30}">${score ?? '–'}</text>
  </svg>`;
};
