/** Texts of the parts that every screen and page is made of. */
export const parts = {
  loading: 'Loading',
  tryAgain: 'Try again',
  failed: 'That did not work.',
  requestId: (id: string) => `Request ${id}`,
  undo: 'Undo',
  copy: 'Copy',
  copied: 'Copied',
  notCopied: 'Your browser did not allow this to be copied. Please copy it by hand.',
};
