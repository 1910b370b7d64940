import { useState } from 'preact/hooks';
import { texts } from '../i18n/language.ts';
import { notify } from './notices.tsx';

/** Puts a text into the clipboard and says so, or that the browser refuses. */
export const CopyButton = ({ text }: { text: string }) => {
  const t = texts();
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
      <span aria-live="polite">{copied === text ? t.copied : t.copy}</span>
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
