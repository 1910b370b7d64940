import type { Output } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useLoad } from '../../loading/load.tsx';
import { useSettled } from '../../loading/timing.ts';
import { platform } from '../../session/platform.ts';
import { asAddress } from '../../ui/address.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/placeholder.tsx';
import { Problem } from '../../ui/problem.tsx';
import { colorOf, tokenRows } from './token-rows.ts';

/** The tokens that the platform read, and the format it recognised. */
export type ReadTokens = Output<'tokens.import.create'>;

const TITLES: Readonly<Record<string, string>> = {
  css: 'CSS',
  scss: 'SCSS, Less',
  dtcg: 'Design Tokens (DTCG)',
  'style-dictionary': 'Style Dictionary',
  figma: 'Figma',
  'tokens-studio': 'Tokens Studio',
  'tailwind-v4': 'Tailwind 4',
  'tailwind-v3': 'Tailwind 3',
  gpl: 'GIMP (GPL)',
  hex: 'Hex',
  ase: 'Adobe Swatch Exchange (ASE)',
  aco: 'Photoshop (ACO)',
};

/** Formats that aren't text: the platform takes them in base64. */
const BINARY = /\.(?:ase|aco|zip)$/i;
const CHUNK = 8_192;

const asBase64 = async (file: File): Promise<string> => {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK)
    text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
};

/** JSON as an object, which is how the platform tells it from other text. */
const contentOf = (text: string): string | Record<string, unknown> => {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? (parsed as Record<string, unknown>) : text;
  } catch {
    return text;
  }
};

/** A file as it was chosen: text, or base64. */
interface Taken {
  readonly name: string;
  readonly content: string;
}

/** Reads chosen files: text as it is, the others in base64. */
export const takeFiles = (chosen: FileList | null): Promise<Taken[]> =>
  Promise.all(
    [...(chosen ?? [])].map(async (file) => ({
      name: file.webkitRelativePath === '' ? file.name : file.webkitRelativePath,
      content: BINARY.test(file.name) ? await asBase64(file) : await file.text(),
    })),
  );

/** Reads tokens on the platform. Several files belong together; the content of one shows its format by itself. */
export const readTokens = async (taken: readonly Taken[]): Promise<ReadTokens | undefined> => {
  const [first, ...others] = taken;
  if (first === undefined || first.content.trim() === '') return undefined;
  return platform.tokens.import.create(
    others.length === 0
      ? { content: contentOf(first.content) }
      : { files: taken.map(({ name, content }) => ({ name, content })) },
  );
};

/** A name for what a file holds: the file's own, without its ending. */
export const nameOfFile = (name = ''): string => name.replace(/\.[^.]*$/, '');

/** `12 tokens found: Figma`. */
export const foundText = ({ count, format }: ReadTokens): string =>
  texts().importing.found(count, TITLES[format] ?? format);

/** Says what was found: the format, how many tokens, and what was changed or is missing. */
const Found = ({ read }: { read: ReadTokens }) => {
  const t = texts().importing;
  return (
    <div role="status">
      <p>
        <strong>{foundText(read)}</strong>
      </p>
      {read.files && <p class="quiet">{t.inFiles(read.files)}</p>}
      {read.changes.map((change) => (
        <p key={change} class="quiet">
          {change}
        </p>
      ))}
      {read.unresolved.map(({ field, message }) => (
        <p key={field} class="wrong">
          {field}: {message}
        </p>
      ))}
    </div>
  );
};

/**
 * Takes tokens of another tool from files, a zip of them, or as pasted text. Nobody names the format: it shows in
 * the content. Nothing is stored by that.
 */
export const TokenSource = (props: {
  from: 'file' | 'text';
  /** Called with what was read, and with undefined as soon as that is no more what is given. */
  onRead: (read: ReadTokens | undefined, name: string) => void;
}) => {
  const t = texts().importing;
  const [files, setFiles] = useState<readonly Taken[]>([]);
  const [pasted, setPasted] = useState('');
  const taken = props.from === 'file' ? files : [{ name: '', content: pasted }];
  const key = useSettled(JSON.stringify(taken));
  const loaded = useLoad(`tokens in ${key}`, () => readTokens(JSON.parse(key) as readonly Taken[]));
  const read = loaded.data;
  useEffect(() => {
    props.onRead(read, props.from === 'file' ? nameOfFile(files[0]?.name) : '');
  }, [read]);
  const take = async (chosen: FileList | null): Promise<void> => {
    const read = await takeFiles(chosen);
    if (read.length > 0) setFiles(read);
  };
  return (
    <>
      {props.from === 'file' ? (
        <Field
          label={t.file}
          hint={t.fileHint}
          type="file"
          multiple
          onChange={(event) => {
            void take(event.currentTarget.files);
          }}
        />
      ) : (
        <TextArea
          label={t.text}
          hint={t.textHint}
          rows={8}
          value={pasted}
          onInput={(event) => {
            setPasted(event.currentTarget.value);
          }}
        />
      )}
      <Problem error={loaded.error} retry={loaded.reload} />
      {read && <Found read={read} />}
    </>
  );
};

/** Reads the style sheets of a website. Nothing is stored by that. */
export const WebsiteSource = ({
  onRead,
}: {
  /** Called with what was read, and with undefined as soon as that is no more what is given. */
  onRead: (read: ReadTokens | undefined, name: string) => void;
}) => {
  const t = texts().importing;
  const [typed, setTyped] = useState('');
  const [asked, setAsked] = useState('');
  const loaded = useLoad(`tokens of ${asked}`, () =>
    asked === '' ? Promise.resolve(undefined) : platform.tokens.import.website.create({ url: asked }),
  );
  const { data: read, error } = loaded;
  useEffect(() => {
    onRead(read, read && URL.canParse(asked) ? new URL(asked).hostname : '');
  }, [read]);
  const ask = (): void => {
    if (typed.trim() === '') return;
    const address = asAddress(typed.trim());
    if (address === asked) loaded.reload();
    setAsked(address);
  };
  const isBusy = asked !== '' && !read && error === undefined;
  return (
    <>
      <div class="inline">
        <Field
          label={t.website}
          hint={t.websiteHint}
          placeholder="shop.example"
          inputMode="url"
          value={typed}
          onInput={(event) => {
            setTyped(event.currentTarget.value);
          }}
          // It reads the page, and makes no theme yet.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            ask();
          }}
        />
        <button type="button" disabled={isBusy} aria-busy={isBusy} onClick={ask}>
          {t.readWebsite}
        </button>
      </div>
      {isBusy && <Skeleton lines={2} />}
      <Problem error={error} retry={loaded.reload} />
      {read && <Found read={read} />}
    </>
  );
};

/** A palette for tokens without any colour. */
const NO_COLOR = '#808080';

/** The first colour of the tokens, which a palette can be made of. */
const firstColor = ({ tokens }: ReadTokens): string =>
  tokenRows(tokens)
    .map(({ value }) => colorOf(value))
    .find((color) => color !== undefined) ?? NO_COLOR;

/**
 * Makes a theme and the palette that its other roles come from, which goes again if the theme is refused.
 * @returns the theme's id
 */
export const makeTheme = async (name: string, read: ReadTokens): Promise<string> => {
  const palette = await platform.palettes.create({ base_color: firstColor(read), name });
  try {
    const { id } = await platform.themes.create({ name, tokens: read.tokens, palette_id: palette.id });
    return id;
  } catch (error) {
    await platform.palettes.delete(palette.id).catch(() => undefined);
    throw error;
  }
};

/**
 * Makes a theme and its palette of token files, and says what was found in them.
 * @returns the theme's id
 * @throws Error naming the reference that leads nowhere, or what the platform refused
 */
export const importTheme = async (files: FileList | null): Promise<string> => {
  const taken = await takeFiles(files);
  const read = await readTokens(taken);
  if (!read) throw new Error(texts().importing.nothing);
  const [missing] = read.unresolved;
  if (missing) throw new Error(`${missing.field}: ${missing.message}`);
  const name = nameOfFile(taken[0]?.name.split('/').at(-1)) || texts().importing.title;
  const id = await makeTheme(name, read);
  notify([foundText(read), ...read.changes].join(' '));
  return id;
};
