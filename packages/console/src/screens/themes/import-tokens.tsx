import type { Output } from '@platform/client';
import { useEffect, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { useLoad, useSettled } from '../../loading/use-load.ts';
import { platform } from '../../session/platform.ts';
import { Field, TextArea } from '../../ui/field.tsx';
import { Problem } from '../../ui/problem.tsx';

/** What the platform read, and which format it took the content for. */
export type ReadTokens = Output<'tokens.import.create'>;

const TITLES: Readonly<Record<string, string>> = {
  css: 'CSS',
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
const BINARY = /\.(?:ase|aco)$/i;
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

const readTokens = async (content: string): Promise<ReadTokens | undefined> =>
  content.trim() === '' ? undefined : platform.tokens.import.create({ content: contentOf(content) });

/** Says what was found: the format, how many tokens, and what was changed or is missing. */
const Found = ({ read }: { read: ReadTokens }) => {
  const t = texts().importing;
  return (
    <div role="status">
      <p>
        <strong>{t.found(read.count, TITLES[read.format] ?? read.format)}</strong>
      </p>
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
 * Takes tokens of another tool from a file or as pasted text. Nobody names the format: it shows in
 * the content. Nothing is stored by that.
 */
export const TokenSource = (props: {
  from: 'file' | 'text';
  /** Called with what was read, and with undefined as soon as that is no more what is given. */
  onRead: (read: ReadTokens | undefined, name: string) => void;
}) => {
  const t = texts().importing;
  const [file, setFile] = useState<{ name: string; content: string } | undefined>(undefined);
  const [pasted, setPasted] = useState('');
  const content = useSettled(props.from === 'file' ? (file?.content ?? '') : pasted);
  const loaded = useLoad(`tokens in ${content}`, () => readTokens(content));
  const read = loaded.data;
  useEffect(() => {
    props.onRead(read, props.from === 'file' ? (file?.name ?? '') : '');
  }, [read]);
  const take = async (taken: File | null | undefined): Promise<void> => {
    if (!taken) return;
    const text = BINARY.test(taken.name) ? await asBase64(taken) : await taken.text();
    setFile({ name: taken.name.replace(/\.[^.]*$/, ''), content: text });
  };
  return (
    <>
      {props.from === 'file' ? (
        <Field
          label={t.file}
          hint={t.fileHint}
          type="file"
          onChange={(event) => {
            void take(event.currentTarget.files?.item(0));
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
