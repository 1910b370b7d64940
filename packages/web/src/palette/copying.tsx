import './copy-as.css';

import { paletteTexts } from '../i18n/palette.ts';
import { partTexts } from '../i18n/parts.ts';
import { CopyButton } from '../ui/copy-button.tsx';
import { notify } from '../ui/notices.tsx';
import { failureText } from '../ui/problem.tsx';

/**
 * Puts a text into the clipboard and says so, or that the browser refuses.
 * @param name what the notice calls it
 * @param text may take a moment: the browser waits for it as a part of the click
 */
export const copyText = async (name: string, text: string | Promise<string>): Promise<void> => {
  const t = paletteTexts();
  try {
    if (typeof text === 'string') await navigator.clipboard.writeText(text);
    else {
      const blob = text.then((known) => new Blob([known], { type: 'text/plain' }));
      // Not every browser says that the text didn't come.
      await Promise.all([navigator.clipboard.write([new ClipboardItem({ 'text/plain': blob })]), text]);
    }
    notify(t.copied(name));
  } catch {
    const reason = await Promise.resolve(text).then(
      () => undefined,
      (error: unknown) => failureText(error),
    );
    notify(reason ?? partTexts().notCopied);
  }
};

/** A format that colours can be copied in: one whose files are text. */
export interface CopyFormat {
  readonly id: string;
  readonly title: string;
}

/** Those that people ask for most come first; the others are a click away. */
const FIRST = ['css', 'tailwind-v4', 'scss', 'json', 'dtcg', 'figma', 'swiftui', 'compose'];

interface CopyAsProps {
  readonly formats: readonly CopyFormat[];
  /** Address of the file in a format, which is a link while there is no script. */
  readonly hrefOf?: (id: string) => string;
  /** The file's text. */
  readonly textOf: (id: string) => Promise<string>;
}

/** Copies the colours in any format, each with one click. */
export const CopyAs = ({ formats, hrefOf, textOf }: CopyAsProps) => {
  const t = paletteTexts();
  const byId = new Map(formats.map((format) => [format.id, format]));
  const first = FIRST.flatMap((id) => byId.get(id) ?? []);
  const others = formats.filter((format) => !first.includes(format));
  const chip = ({ id, title }: CopyFormat) => {
    const copy = (event: Event): void => {
      event.preventDefault();
      void copyText(title, textOf(id));
    };
    return hrefOf ? (
      <a key={id} class="button" href={hrefOf(id)} target="_blank" rel="noopener" onClick={copy}>
        {title}
      </a>
    ) : (
      <button key={id} type="button" onClick={copy}>
        {title}
      </button>
    );
  };
  return (
    <div class="copy-as" role="group" aria-label={t.copyAs}>
      <span class="quiet">{t.copyAs}</span>
      {first.map(chip)}
      {others.length > 0 && (
        <details>
          <summary class="button">{t.moreFormats}</summary>
          <div class="copy-as">{others.map(chip)}</div>
        </details>
      )}
    </div>
  );
};

/** Height of the frame: one row of colours with a line below them. */
const HEIGHT = 320;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * The HTML of a frame that shows a shared palette.
 * @param url opens its page, with `?access=…`
 */
export const embedCode = (url: string, title: string): string =>
  `<iframe src="${escaped(`${url}&embed=1`)}" title="${escaped(title)}" width="100%" height="${HEIGHT}" loading="lazy" allow="clipboard-write" style="border:0"></iframe>`;

/** The code that puts a palette into another page, to be copied. */
export const EmbedCode = ({ url, title }: { url: string; title: string }) => {
  const t = paletteTexts();
  const code = embedCode(url, title);
  return (
    <details class="embed-code">
      <summary>{t.embed}</summary>
      <p class="quiet">{t.embedHint}</p>
      <div class="code">
        <code>{code}</code>
        <CopyButton text={code} />
      </div>
    </details>
  );
};
