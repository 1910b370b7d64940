/** Texts of the pages that are sent to everybody. */
export const publicPages = {
  title: (domain: string) => `Statistics of ${domain}`,
  nobody: 'E-mail reports are switched on, but nobody gets them.',
  who: 'Who should get them? One address per line:',
  save: 'Save',
  protected: 'These statistics are protected by a password.',
  password: 'Password',
  show: 'Show the statistics',
  missing: 'There is no such page',
  missingText: 'Perhaps its address was mistyped, or its owner keeps it private.',
  failed: 'The page can’t be shown now',
  failedText: 'Please try again in a moment.',
  noVisit: ['No visit has been counted yet. Put this line into the ', ' of every page:'] as readonly [
    string,
    string,
  ],
  waiting: 'Waiting for the first visit. This page changes when it comes.',
  aboutVisitors: 'Nobody is recognised on another day: someone who comes on three days is three visitors.',
  places: (name: string, day: string) => `Places by ${name}, as of ${day}.`,
  countMe: [
    'Don’t want to count yourself? Open ',
    'this link',
    ' in your browser; ',
    'this one',
    ' counts you again.',
  ] as readonly string[],
};
