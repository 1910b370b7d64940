import { useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';

/** Puts a text into the clipboard and says so. */
export const CopyButton = ({ text }: { text: string }) => {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{isCopied ? texts().copied : texts().copy}</span>
    </button>
  );
};
