/** Drawn on 24 × 24 with a line; of the console's own making. */
const PATHS = {
  overview: 'M4 4h7v8H4zM14 4h6v5h-6zM14 12h6v8h-6zM4 15h7v5H4z',
  websites:
    'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM3.5 12h17M12 3.5c2.7 2.4 3.8 5.3 3.8 8.5s-1.1 6.1-3.8 8.5c-2.7-2.4-3.8-5.3-3.8-8.5s1.1-6.1 3.8-8.5z',
  reports: 'M4.6 18.5a8.8 8.8 0 1 1 14.8 0M12 14.5l4.2-5',
  palettes:
    'M12 3.5s6.5 6.4 6.5 10.8a6.5 6.5 0 0 1-13 0C5.5 9.9 12 3.5 12 3.5zM12 17.5a3.2 3.2 0 0 0 3.2-3.2',
  themes: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM12 3.5v17M12 8.5h7.7M12 12h8.5M12 15.5h7.7',
  members:
    'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.5 20c.4-3.9 2.9-5.8 6.5-5.8s6.1 1.9 6.5 5.8M16 4.3a3.5 3.5 0 0 1 0 6.4M18.2 14.8c1.9.8 3 2.5 3.3 5.2',
  keys: 'M8 12a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM11 13l9-9M16 8l3 3',
  webhooks: 'M13 3 5.5 13.5h5.7L10.5 21 18.5 10.5h-6z',
  audit: 'M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01',
  usage: 'M5 20v-7M12 20V4M19 20V9',
  account: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-4 3.3-6 7.5-6s6.9 2 7.5 6',
  sessions: 'M3.5 5h17v11h-17zM8.5 20h7M12 16v4',
  operators: 'M3 12h4l3-7.5 4 15 3-7.5h4',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3l5.2 5.2',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4M12 16.8h.01',
  rise: 'M3.5 17l6-6 4 4 7-8M15 7h5.5v5.5',
  fall: 'M3.5 7l6 6 4-4 7 8M15 17h5.5v-5.5',
  goal: 'M5.5 21V4M5.5 5h12.5l-2.8 4 2.8 4H5.5',
  file: 'M12 4v11M7 10.5l5 5 5-5M5 20h14',
  done: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM8 12.3l2.8 2.8 5.2-6',
  empty: 'M4 13.5 6.5 5h11l2.5 8.5V19H4zM4 13.5h4.5c.3 1.7 1.6 2.7 3.5 2.7s3.2-1 3.5-2.7H20',
} as const;

export type IconName = keyof typeof PATHS;

/** A small picture beside words, which say the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);

/** The mark of the product: figures that grow, the last of them out of a drop of colour. */
export const Logo = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" fill="#2b5bd7" />
    <g fill="#fff">
      <rect x="6.5" y="17.5" width="4.5" height="8" rx="1.5" opacity=".62" />
      <rect x="13.5" y="13" width="4.5" height="12.5" rx="1.5" opacity=".82" />
      <path d="M22.75 5.5c-2.3 2.9-3.25 4.8-3.25 6.5v12a1.5 1.5 0 0 0 1.5 1.5h3.5a1.5 1.5 0 0 0 1.5-1.5V12c0-1.7-.95-3.6-3.25-6.5z" />
    </g>
  </svg>
);
