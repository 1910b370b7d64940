import { useState } from 'preact/hooks';
import { notify } from './notices.tsx';
import { partTexts } from '../i18n/parts.ts';

/** Puts a text into the clipboard and says so, or that the browser refuses. */
export const CopyButton = ({ text, label }: { text: string; label?: string }) => {
  const t = partTexts();
  const [copied, setCopied] = useState<string | undefined>(undefined);
  const copy = async (): Promise<void> => {
    try {
      // Without HTTPS there is no clipboard.
      await navigator.clipboard.writeText(text);
      setCopied(text);
    } catch {
      notify(t.notCopied);
    }
  };
  return (
    <button type="button" onClick={() => void copy()}>
      <span aria-live="polite">{copied === text ? t.copied : (label ?? t.copy)}</span>
    </button>
  );
};

/** A secret that is shown this one time. */
export const SecretOnce = ({ hint, secret }: { hint: string; secret: string }) => (
  <div class="code" role="status">
    <p>{hint}</p>
    <code>{secret}</code>
    <CopyButton text={secret} />
  </div>
);
