import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

import { language } from '../i18n/spoken.ts';
import type { Language } from '../i18n/spoken.ts';

/** Files that the browser gets, by the names they were built under, and the style sheet itself. */
declare const PAGE_ASSETS: {
  readonly script: string;
  readonly styles: readonly string[];
  readonly css: string;
};

export interface DocumentProps {
  readonly title: string;
  readonly description?: string;
  /** Forbidden to search engines: `noindex` unless given; null where they may list the page. */
  readonly robots?: 'noindex' | 'noindex, nofollow' | null;
  /** Seconds after which a browser without scripts loads the page again. */
  readonly refresh?: number | undefined;
  /** True if scripts make it live. */
  readonly isLive?: boolean;
  /** True if the style sheet is inside, for a printer that can't fetch it. */
  readonly isPrinted?: boolean;
  /** Rules for colours that are the page's own; the content policy has to name their digest. */
  readonly paint?: string;
  readonly children: ComponentChildren;
}

/** Data of a page, which its scripts read: JSON that can't end the element it is in. */
export const PageJson = ({ data, ...attributes }: { data: unknown; id?: string; 'data-of'?: string }) => (
  <script
    type="application/json"
    {...attributes}
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', String.raw`\u003c`) }}
  />
);

/** Nothing of it is a script or style in the page itself, so that the content policy can forbid them. */
const Document = (props: DocumentProps) => {
  const {
    title,
    description,
    robots = 'noindex',
    refresh,
    isLive = false,
    isPrinted = false,
    paint,
    children,
  } = props;
  return (
    <html lang={language.value}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content={isPrinted ? 'light' : 'light dark'} />
        {description !== undefined && <meta name="description" content={description} />}
        {robots !== null && <meta name="robots" content={robots} />}
        <title>{title}</title>
        <link rel="icon" href="data:," />
        {isPrinted ? (
          <style dangerouslySetInnerHTML={{ __html: PAGE_ASSETS.css }} />
        ) : (
          PAGE_ASSETS.styles.map((href) => <link key={href} rel="stylesheet" href={href} />)
        )}
        {paint !== undefined && <style dangerouslySetInnerHTML={{ __html: paint }} />}
        {isLive && !isPrinted && <script type="module" src={PAGE_ASSETS.script} />}
        {refresh !== undefined && (
          <noscript>
            <meta http-equiv="refresh" content={String(refresh)} />
          </noscript>
        )}
      </head>
      <body>{children}</body>
    </html>
  );
};

/** Makes a whole document in a language. */
export const documentOf = (spoken: Language, make: () => DocumentProps): string => {
  // Rendering doesn't wait, so nobody else's language comes in between.
  language.value = spoken;
  return `<!doctype html>${renderToString(<Document {...make()} />)}`;
};

/** Asks for a page's password; `message` says why it asks again. */
export const PasswordForm = ({
  action,
  message,
  label,
  show,
}: {
  action: string;
  message: string | undefined;
  label: string;
  show: string;
}) => (
  <form method="post" action={action}>
    <label for="password">{label}</label>
    <input
      id="password"
      name="password"
      type="password"
      autocomplete="current-password"
      required
      autofocus
      maxlength={1000}
      aria-invalid={message === undefined ? undefined : 'true'}
      aria-describedby={message === undefined ? undefined : 'fault'}
    />
    {message !== undefined && (
      <p id="fault" class="wrong" role="alert">
        {message}
      </p>
    )}
    <button class="primary">{show}</button>
  </form>
);
