import { ApiError } from '@platform/client';
import type { FieldErrors, Input, Output } from '@platform/client';
import { useRoute } from 'preact-iso';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { texts } from '../../i18n/language.ts';
import { useLoad, useSettled } from '../../loading/use-load.ts';
import { NOT_SENT, useSubmit } from '../../loading/use-submit.ts';
import { changeVersion, versioned } from '../../loading/versioned.ts';
import type { Versioned } from '../../loading/versioned.ts';
import { platform } from '../../session/platform.ts';
import { may } from '../../session/session.ts';
import { failureText, Problem } from '../../ui/problem.tsx';
import { Field, Select, TextArea } from '../../ui/field.tsx';
import { Form } from '../../loading/form.tsx';
import { notify } from '../../ui/notices.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs, useTabs } from '../../ui/tabs.tsx';
import { Heading } from '../heading.tsx';
import { ShareLinks } from '../links/share-links.tsx';
import { ExportPanel } from '../palettes/export-panel.tsx';
import { ThemeVersions } from './theme-versions.tsx';

type Derived = Pick<Output<'themes.show'>, 'modes' | 'warnings'>;

/** What a theme would be, and why it can't be told for the present tokens. */
interface Derivation extends Derived {
  readonly refusal: unknown;
}
type Tokens = NonNullable<Input<'themes.update'>['tokens']>;

const tokensIn = (text: string): Tokens | undefined => {
  try {
    return JSON.parse(text) as Tokens;
  } catch {
    return undefined;
  }
};

/** Whether two texts are the same JSON but for white space. */
const sameTokens = (one: string, other: string): boolean => {
  const [left, right] = [one, other].map(tokensIn);
  return left !== undefined && JSON.stringify(left) === JSON.stringify(right);
};

/**
 * Derives a theme from the tokens that are being typed. Tokens that are not right yet leave it as it
 * was, with the reason beside it.
 */
const useDerived = (theme: Output<'themes.show'>, stored: string, typed: string): Derivation => {
  const settled = useSettled(typed);
  const isStored = sameTokens(settled, stored);
  const { data, error } = useLoad(`theme ${theme.id} with ${settled}`, async () => {
    const tokens = isStored ? undefined : tokensIn(settled);
    return tokens && platform.themes.derive(theme.id, { tokens });
  });
  const last = useRef<Derived>(theme);
  last.current = isStored ? theme : (data ?? last.current);
  return { ...last.current, refusal: isStored || settled !== typed ? undefined : error };
};

type Read = Output<'tokens.import.create'>;
type Format = NonNullable<Input<'tokens.import.create'>['format']>;

const FORMATS: readonly (readonly [Format, string])[] = [
  ['css', 'CSS'],
  ['dtcg', 'Design Tokens (DTCG)'],
  ['style-dictionary', 'Style Dictionary'],
  ['figma', 'Figma'],
  ['tokens-studio', 'Tokens Studio'],
  ['tailwind-v4', 'Tailwind 4'],
  ['tailwind-v3', 'Tailwind 3'],
  ['gpl', 'GIMP'],
  ['hex', 'Hex'],
];

/** Reads tokens from a file of another tool into the editor. Nothing is stored by that. */
export const TokenImport = ({ onRead }: { onRead: (tokens: Read['tokens']) => void }) => {
  const t = texts().studio;
  const [read, setRead] = useState<Read | undefined>(undefined);
  const submission = useSubmit(async ({ format }, form) => {
    const file = new FormData(form).get('file');
    if (!(file instanceof File)) return;
    const found = await platform.tokens.import.create({
      format: format as Format,
      content: await file.text(),
    });
    setRead(found);
    onRead(found.tokens);
    form.reset();
  });
  return (
    <details>
      <summary>{t.importTokens}</summary>
      <form class="inline" onSubmit={submission.onSubmit}>
        <Select label={t.importFormat} name="format" options={FORMATS} error={submission.errorOf('format')} />
        <Field label={t.importFile} name="file" type="file" error={submission.errorOf('content')} required />
        <button disabled={submission.isBusy}>{t.importRead}</button>
        <Problem error={submission.error} />
      </form>
      {read && (
        <div role="status">
          <p>{t.importedTokens(read.count)}</p>
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
      )}
    </details>
  );
};

/** Where something stands in a text: from its first character to the one behind its last. */
export type Place = readonly [from: number, to: number];

/**
 * The key in a JSON text that a field such as `tokens.spacing.sm` means: keys are looked for one
 * after the other. Undefined where one of them isn't there.
 */
export const placeOfToken = (text: string, field: string): Place | undefined => {
  const keys = field.split('.').slice(1);
  let place: Place | undefined;
  for (const key of keys) {
    const quoted = JSON.stringify(key);
    const at = text.indexOf(quoted, place?.[1] ?? 0);
    if (at < 0) return undefined;
    place = [at, at + quoted.length];
  }
  return place;
};

/** The place that an error of the parser names; each browser words it differently. */
export const placeOfSyntaxError = (text: string, message: string): Place => {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const at = position === undefined ? text.length : Number(position);
  return [Math.max(0, Math.min(at, text.length - 1)), at + 1];
};

/** The line of a place, from 1. */
export const lineOf = (text: string, [from]: Place): number => text.slice(0, from).split('\n').length;

interface Fault {
  message: string;
  place: Place | undefined;
}

/** Reads the tokens that a text holds, or says where it stops being JSON. */
const readTokens = (text: string): { tokens: Tokens } | { fault: Fault } => {
  try {
    return { tokens: JSON.parse(text) as Tokens };
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return {
      fault: { message: `${texts().themes.notJson} ${message}`, place: placeOfSyntaxError(text, message) },
    };
  }
};

/** The faults by field that the platform names, each with its place in the text. */
const faultsIn = (text: string, fields: FieldErrors): Fault[] =>
  Object.entries(fields).map(([field, [message = '']]) => ({
    message: `${field}: ${message}`,
    place: placeOfToken(text, field),
  }));

interface TokenEditorProps {
  text: string;
  /** The version that saving replaces. */
  basis: string | undefined;
  /** What is wrong with the tokens as they are typed now. */
  refusal: unknown;
  onText: (text: string) => void;
  save: (tokens: Tokens) => Promise<void>;
}

/** A theme's tokens as JSON. Faults show while somebody types, and each leads to its place in the text. */
export const TokenEditor = ({ text, basis, refusal, onText, save }: TokenEditorProps) => {
  const t = texts();
  const editor = useRef<HTMLElement>(null);
  const [sent, setSent] = useState<string | undefined>(undefined);
  const submission = useSubmit(async () => {
    setSent(text);
    const wanted = readTokens(text);
    if ('fault' in wanted) return NOT_SENT;
    await save(wanted.tokens);
    notify(t.saved);
    return undefined;
  });
  // While somebody types, a text is looked at once the keys pause.
  const settled = useSettled(text);
  const read = readTokens(sent === text ? text : settled);
  const refused = refusal instanceof ApiError ? refusal.fields : {};
  const onSave = sent === text ? submission.fields : {};
  for (const field of Object.keys(submission.fields)) submission.errorOf(field);
  const faults = 'fault' in read ? [read.fault] : faultsIn(text, { ...refused, ...onSave });
  const show = ([from, to]: Place): void => {
    const area = editor.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(from, to);
  };
  return (
    <section ref={editor}>
      <h2>{t.studio.tokens}</h2>
      <TokenImport
        onRead={(tokens) => {
          onText(JSON.stringify(tokens, null, 2));
        }}
      />
      <Form submission={submission} draft="tokens" isChange basis={basis}>
        <TextArea
          label={t.themes.tokens}
          name="tokens"
          hint={t.themes.tokensHint}
          rows={14}
          value={text}
          onInput={(event) => {
            onText(event.currentTarget.value);
          }}
        />
        <div role="alert">
          {refusal !== undefined && faults.length === 0 && (
            <p class="wrong">{t.themes.notDerived(failureText(refusal))}</p>
          )}
          {faults.map(({ message, place }) => (
            <p key={message} class="wrong">
              {message}{' '}
              {place && (
                <button
                  type="button"
                  onClick={() => {
                    show(place);
                  }}
                >
                  {t.studio.toLine(lineOf(text, place))}
                </button>
              )}
            </p>
          ))}
        </div>
        <button class="primary" disabled={submission.isBusy}>
          {t.save}
        </button>
        <Problem error={submission.error} />
      </Form>
    </section>
  );
};

type Modes = Output<'themes.show'>['modes'];
type Mode = Modes['light'];

const hexOf = (mode: Mode, role: string): string | undefined => mode[role]?.hex;

/** What the roles are for, in small: a surface, a text, a button. */
const Sample = ({ mode }: { mode: Mode }) => {
  const t = texts().studio;
  const style = (back: string, front: string) => ({
    backgroundColor: hexOf(mode, back),
    color: hexOf(mode, front),
  });
  return (
    <div class="sample" style={style('background', 'on-background')} aria-hidden="true">
      <p>{t.sampleText}</p>
      <p style={style('surface', 'on-surface')}>{t.sampleSurface}</p>
      <span style={style('primary', 'on-primary')}>{t.sampleButton}</span>{' '}
      <span style={style('error', 'on-error')}>{t.sampleError}</span>
    </div>
  );
};

/** The modes of a theme, with those that its tokens bring: each with a sample and its roles. */
export const ThemeModes = ({ modes }: { modes: Modes }) => {
  const titles: Readonly<Record<string, string>> = texts().themes.modes;
  return (
    <div class="modes">
      {(Object.entries(modes) as [string, Mode][]).map(([name, mode]) => (
        <section key={name} aria-label={titles[name] ?? name}>
          <h2 class="small">{titles[name] ?? name}</h2>
          <Sample mode={mode} />
          <ul class="swatches small">
            {Object.entries(mode).map(([role, { hex }]) => (
              <li
                key={role}
                title={`${role} ${hex}`}
                style={{ backgroundColor: hex }}
                aria-label={`${role} ${hex}`}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
};

interface ThemeStudioProps {
  loaded: Versioned<Output<'themes.show'>>;
  onSaved: () => void;
}

/** The four modes of a theme, which follow its tokens while they are typed. */
export const ThemeStudio = ({ loaded, onSaved }: ThemeStudioProps) => {
  const t = texts().themes;
  const theme = loaded.record;
  const stored = JSON.stringify(theme.tokens, null, 2);
  const [typed, setTyped] = useState(stored);
  // The version that is being changed: what was loaded or saved last, before more was typed.
  const [base, setBase] = useState({ text: stored, tag: loaded.tag });
  useLayoutEffect(() => {
    if (typed !== base.text) return;
    // What was saved keeps the layout its author gave it, and the place of the cursor.
    const text = sameTokens(typed, stored) ? typed : stored;
    setTyped(text);
    setBase({ text, tag: loaded.tag });
  }, [loaded]);
  const save = async (tokens: Tokens): Promise<void> => {
    const { tag } = await changeVersion(
      base.tag,
      (options) => versioned(platform.themes.update(theme.id, { tokens }, options)),
      async () => {
        const present = await versioned(platform.themes.show(theme.id));
        setBase({ text: base.text, tag: present.tag });
      },
    );
    setBase({ text: typed, tag });
    onSaved();
  };
  const { modes, warnings, refusal } = useDerived(theme, stored, typed);
  return (
    <>
      <ThemeModes modes={modes} />
      {may('themes:write') && (
        <TokenEditor text={typed} basis={base.tag} refusal={refusal} onText={setTyped} save={save} />
      )}
      {warnings.length > 0 && (
        <section>
          <h2>{t.warnings}</h2>
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </section>
      )}
    </>
  );
};

/** One theme, in parts: its four modes with tokens and exports, its versions, its links. */
const Theme = () => {
  const t = texts();
  const id = useRoute().params['id'] ?? '';
  const { current, tabs } = useTabs(t.studio.themeTabs);
  const loaded = useLoad(`theme ${id}`, () => versioned(platform.themes.show(id)));
  const problem = <Problem error={loaded.error} retry={loaded.reload} />;
  if (!loaded.data) return loaded.error === undefined ? <Skeleton lines={8} /> : problem;
  const theme = loaded.data.record;
  return (
    <>
      {problem}
      <Heading title={theme.name}>
        <a class="button" href={theme.preview_url} target="_blank" rel="noopener">
          {t.themes.preview}
        </a>
      </Heading>
      <Tabs label={theme.name} tabs={tabs} />
      {current === 'theme' && (
        <>
          <ThemeStudio loaded={loaded.data} onSaved={loaded.reload} />
          {may('tokens:write') && <ExportPanel source={{ theme_id: id }} />}
        </>
      )}
      {current === 'versions' && <ThemeVersions id={id} updatedAt={theme.updated_at} />}
      {current === 'links' && (
        <ShareLinks
          of={`theme ${id}`}
          list={async () => (await platform.themes.links(id)).items}
          create={(link) => platform.themes.createLink(id, link)}
          end={(link) => platform.themes.deleteLink(id, link)}
          mayChange={may('themes:write')}
        />
      )}
    </>
  );
};

export default Theme;
