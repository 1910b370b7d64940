import { CopyButton } from './copy-button.tsx';

/** A secret that is shown this one time. */
export const SecretOnce = ({ hint, secret }: { hint: string; secret: string }) => (
  <div class="code" role="status">
    <p>{hint}</p>
    <code>{secret}</code>
    <CopyButton text={secret} />
  </div>
);
