import './copy-as.css';

import { copyText } from './copy.ts';
import { paletteTexts } from '../i18n/palette.ts';

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
