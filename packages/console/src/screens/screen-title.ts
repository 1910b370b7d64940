import { signal } from '@preact/signals';

/** The title of the screen that is shown: told to those who can't see that it has changed. */
export const screenTitle = signal('');
