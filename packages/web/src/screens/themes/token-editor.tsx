import { ApiError } from '@platform/client';
import type { FieldErrors, Input } from '@platform/client';
import { useEffect, useRef, useState } from 'preact/hooks';

import { texts } from '../../i18n/language.ts';
import { Form, Refusal } from '../../loading/form.tsx';
import { useSettled } from '../../loading/timing.ts';
import { NOT_SENT, useSubmit } from '../../loading/use-submit.ts';
import { TextArea } from '../../ui/field.tsx';
import { Modal } from '../../ui/modal.tsx';
import { notify } from '../../ui/notices.tsx';
import { failureText } from '../../ui/problem.tsx';
import { TokenSource } from './import-tokens.tsx';
import type { ReadTokens } from './import-tokens.tsx';
import type { TokenTree } from './token-rows.ts';
import { TokenTreeEditor } from './token-tree.tsx';

export type Tokens = NonNullable<Input<'themes.update'>['tokens']>;

export const tokensIn = (text: string): Tokens | undefined => {
  try {
    return JSON.parse(text) as Tokens;
  } catch {
    return undefined;
  }
};

/** True if two texts are the same JSON but for white space. */
export const sameTokens = (one: string, other: string): boolean => {
  const [left, right] = [one, other].map(tokensIn);
  return left !== undefined && JSON.stringify(left) === JSON.stringify(right);
};

/** Position in a text: from the first character to the one after the last. */
type Place = readonly [from: number, to: number];

/**
 * The key in a JSON text that a field such as `tokens.spacing.sm` means: keys are looked for one
 * after the other. Undefined where one of them isn't there.
 */
const placeOfToken = (text: string, field: string): Place | undefined => {
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
const placeOfSyntaxError = (text: string, message: string): Place => {
  const [, position] = /position (\d+)/.exec(message) ?? [];
  const at = position === undefined ? text.length : Number(position);
  return [Math.max(0, Math.min(at, text.length - 1)), at + 1];
};

/** The line of a place, from 1. */
const lineOf = (text: string, [from]: Place): number => text.slice(0, from).split('\n').length;

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

/** Remembers for the next theme whether somebody works with the tree or with the text. */
const VIEW = 'token-view';
type View = 'tree' | 'json';

const keptView = (): View => (localStorage.getItem(VIEW) === 'json' ? 'json' : 'tree');

/** Reads tokens of another tool in a dialog, and puts them in the place of those in the editor. */
const ImportIntoEditor = ({ onTokens }: { onTokens: (tokens: TokenTree) => void }) => {
  const t = texts().importing;
  const [isOpen, setOpen] = useState(false);
  const [from, setFrom] = useState<'file' | 'text'>('file');
  const [read, setRead] = useState<ReadTokens | undefined>(undefined);
  const close = (): void => {
    setOpen(false);
    setRead(undefined);
  };
  return (
    <>
      <button
        type="button"
        onClick={() => {
          setOpen(true);
        }}
      >
        {t.open}
      </button>
      {isOpen && (
        <Modal label={t.open} class="wide-dialog" onClose={close}>
          <h2>{t.open}</h2>
          <div class="segmented" role="group" aria-label={t.from}>
            {(['file', 'text'] as const).map((one) => (
              <button
                key={one}
                type="button"
                aria-pressed={one === from}
                onClick={() => {
                  setFrom(one);
                  setRead(undefined);
                }}
              >
                {t.sources[one]}
              </button>
            ))}
          </div>
          <TokenSource key={from} from={from} onRead={setRead} />
          <p class="quiet">{t.replaces}</p>
          <div class="inline">
            <button
              type="button"
              class="primary"
              disabled={read === undefined}
              onClick={() => {
                if (read) onTokens(read.tokens);
                close();
              }}
            >
              {t.load}
            </button>
            <button type="button" onClick={close}>
              {texts().keys.cancel}
            </button>
          </div>
        </Modal>
      )}
    </>
  );
};

interface TokenEditorProps {
  text: string;
  /** The version that saving replaces. */
  basis: string | undefined;
  /** Error in the tokens as they are typed now. */
  refusal: unknown;
  onText: (text: string) => void;
  save: (tokens: Tokens) => Promise<void>;
}

/**
 * A theme's tokens as a tree and as JSON. Faults show while somebody types, and each leads to its
 * place in the text.
 */
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
  const [view, setView] = useState(keptView);
  const choose = (next: View): void => {
    localStorage.setItem(VIEW, next);
    setView(next);
  };
  // A tree can only be shown of what can be read.
  const present = readTokens(text);
  const isTree = view === 'tree' && 'tokens' in present;
  /** True from a change in the tree until the form knows of it, which hears only of what is typed into it. */
  const isWritten = useRef(false);
  const write = (tokens: TokenTree): void => {
    isWritten.current = true;
    onText(JSON.stringify(tokens, null, 2));
  };
  useEffect(() => {
    if (!isWritten.current) return;
    isWritten.current = false;
    editor.current?.querySelector('textarea')?.dispatchEvent(new Event('change', { bubbles: true }));
  }, [text]);
  const show = ([from, to]: Place): void => {
    // The text has no selection as long as the tree is in its place.
    choose('json');
    requestAnimationFrame(() => {
      const area = editor.current?.querySelector('textarea');
      area?.focus();
      area?.setSelectionRange(from, to);
    });
  };
  return (
    <section ref={editor}>
      <div class="heading">
        <h2>{t.studio.tokens}</h2>
        <div class="segmented" role="group" aria-label={t.studio.tokens}>
          {(['tree', 'json'] as const).map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === (isTree ? 'tree' : 'json')}
              onClick={() => {
                choose(one);
              }}
            >
              {t.tokenTree.views[one]}
            </button>
          ))}
        </div>
        <ImportIntoEditor onTokens={write} />
      </div>
      {isTree && <TokenTreeEditor tokens={present.tokens} onTokens={write} />}
      <Form submission={submission} draft="tokens" isChange basis={basis}>
        <div class="whole" hidden={isTree}>
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
        </div>
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
        <Refusal submission={submission} />
      </Form>
    </section>
  );
};
