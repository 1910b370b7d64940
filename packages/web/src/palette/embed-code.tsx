import { CopyButton } from '../ui/copy-button.tsx';
import { paletteTexts } from '../i18n/palette.ts';

/** Height of the frame: one row of colours with a line below them. */
const HEIGHT = 320;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/** The HTML of a frame that shows a shared palette. @param url opens its page, with `?access=…` */
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
