import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { DRAFT_PREFIX, ownerOf, session } from '../session/session.ts';
import type { Session } from '../session/session.ts';
import { noteUnsent } from '../ui/leaving.tsx';
import { Problem } from '../ui/problem.tsx';
import { SENT } from './use-submit.ts';
import type { Submission } from './use-submit.ts';

/** Unsent input of a form, by field name. */
interface Draft {
  readonly fields: Readonly<Record<string, string>>;
  /** The version of the record that it would change. */
  readonly basis: string | undefined;
}

/** Drafts belong to the person who typed them: somebody else who signs in here sees none. */
const keyOf = (owner: Session, name: string): string => `${DRAFT_PREFIX}${ownerOf(owner)} ${name}`;

/** Reads what was typed into a form before it was left or the page was loaded again. */
const readDraft = (name: string): Draft | undefined => {
  const stored = session.value ? sessionStorage.getItem(keyOf(session.value, name)) : null;
  return stored === null ? undefined : (JSON.parse(stored) as Draft);
};

/** Keeps what is typed until the tab is closed; undefined forgets it. */
const writeDraft = (name: string, draft: Draft | undefined): void => {
  if (!session.value) return;
  const key = keyOf(session.value, name);
  if (draft === undefined) sessionStorage.removeItem(key);
  else
    try {
      sessionStorage.setItem(key, JSON.stringify(draft));
    } catch {
      // Full: the form still holds it, and leaving asks.
    }
};

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Values = Readonly<Record<string, string>>;

/** Files can't be put back into a field, and passwords are written down nowhere. */
const isKept = (control: Element): control is Control =>
  control instanceof HTMLSelectElement ||
  control instanceof HTMLTextAreaElement ||
  (control instanceof HTMLInputElement && !['file', 'password', 'submit'].includes(control.type));

const isTick = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && (control.type === 'checkbox' || control.type === 'radio');

/** Ticked or not, else the text. */
const valueOf = (control: Control): string => (isTick(control) ? String(control.checked) : control.value);

/** The control's name; ticks and radios of one name are told apart by their value. */
const nameOf = (control: Control): string =>
  isTick(control) && control.value !== 'on' ? `${control.name}=${control.value}` : control.name;

const controlsOf = (form: HTMLFormElement): Control[] =>
  [...form.elements].filter(isKept).filter(({ name }) => name !== '');

const valuesOf = (form: HTMLFormElement): Values =>
  Object.fromEntries(controlsOf(form).map((control) => [nameOf(control), valueOf(control)]));

/** Types a value for somebody: what follows the field is told as if they had. */
const type = (control: Control, value: string): void => {
  if (isTick(control)) {
    if (String(control.checked) !== value) control.click();
    return;
  }
  control.value = value;
  control.dispatchEvent(new Event('input', { bubbles: true }));
  control.dispatchEvent(new Event('change', { bubbles: true }));
};

/**
 * Puts the focus into the first field of a form when somebody has just come to it, unless the focus is
 * already where they work. Not by touch: a keyboard would cover half the screen.
 */
const beginTyping = (form: HTMLFormElement | null): void => {
  const at = document.activeElement;
  const isFree = at === null || at.matches('body, h1, nav a');
  if (!isFree || !matchMedia('(hover: hover) and (pointer: fine)').matches) return;
  form
    ?.querySelector<HTMLElement>('input:not([type=hidden], [type=file]), select, textarea')
    ?.focus({ preventScroll: true });
};

/** Returns a field's value before anybody types, from its markup. */
const defaultOf = (control: Control): string => {
  if (isTick(control)) return String(control.defaultChecked);
  if (!(control instanceof HTMLSelectElement)) return control.defaultValue;
  const options = [...control.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value ?? '';
};

/**
 * Says what is wrong with a form beside its fields: goes below them, for it is known only when each has said
 * what is wrong with itself, those of parts included.
 */
export const Refusal = ({ submission }: { submission: Submission }) => <Problem error={submission.error} />;

interface FormProps {
  submission: Submission;
  class?: string;
  /** Distinguishes the form from others of its screen: input is kept under this name. */
  draft: string;
  /** True for a form that changes a record: going elsewhere asks before it loses what is typed. */
  isChange?: boolean;
  /** The version of the record that it changes. */
  basis?: string | undefined;
  /** Told whenever a value changes. */
  onTyped?: () => void;
  /** True for the form that people come to the screen for: they can type at once. */
  isFirst?: boolean;
  children: ComponentChildren;
}

/**
 * A form that keeps what is typed until it is sent: going elsewhere, Back and loading the page again
 * lose nothing.
 */
export const Form = (props: FormProps) => {
  const {
    submission,
    class: name,
    draft,
    isChange = false,
    basis,
    isFirst = false,
    onTyped,
    children,
  } = props;
  const t = texts().leaving;
  const { path, query } = useLocation();
  const key = `${path} ${query['tab'] ?? ''} ${draft}`;
  const form = useRef<HTMLFormElement>(null);
  const [id] = useState(() => Symbol(draft));
  /** Values of the fields before anybody typed. */
  const first = useRef<Values>({});
  /** Values to put back into fields, some of which appear only when others are filled. */
  const pending = useRef<Record<string, string>>({});
  const [restored, setRestored] = useState<'same' | 'older' | undefined>(undefined);

  const keep = (): void => {
    if (!form.current) return;
    const typed = controlsOf(form.current).filter(
      // A field that has appeared meanwhile begins with its default.
      (control) => valueOf(control) !== (first.current[nameOf(control)] ?? defaultOf(control)),
    );
    const values = typed.map((control) => [nameOf(control), valueOf(control)] as const);
    const fields = { ...pending.current, ...Object.fromEntries(values) };
    const isUnsent = Object.keys(fields).length > 0;
    writeDraft(key, isUnsent ? { fields, basis } : undefined);
    noteUnsent(id, isUnsent, isChange);
  };
  const typed = (): void => {
    onTyped?.();
    keep();
  };
  const forget = (): void => {
    pending.current = {};
    writeDraft(key, undefined);
    noteUnsent(id, false, isChange);
    setRestored(undefined);
  };
  const latest = useRef({ keep, forget });
  latest.current = { keep, forget };

  useLayoutEffect(() => {
    const element = form.current;
    if (!element) return undefined;
    first.current = valuesOf(element);
    const found = readDraft(key);
    if (found) {
      pending.current = { ...found.fields };
      setRestored(found.basis === basis ? 'same' : 'older');
    }
    let sent: Values = {};
    const onSubmit = (): void => {
      sent = valuesOf(element);
    };
    const onSent = (): void => {
      first.current = { ...first.current, ...sent };
      latest.current.forget();
      // Text typed meanwhile is not sent.
      if (element.isConnected) latest.current.keep();
    };
    const onReset = (): void => {
      // The fields have their first values a moment later.
      queueMicrotask(() => {
        first.current = valuesOf(element);
        sent = {};
        latest.current.forget();
      });
    };
    element.addEventListener('submit', onSubmit);
    element.addEventListener(SENT, onSent);
    element.addEventListener('reset', onReset);
    return () => {
      noteUnsent(id, false, isChange);
    };
  }, [key]);

  useEffect(() => {
    if (!form.current) return;
    for (const control of controlsOf(form.current)) {
      const value = pending.current[nameOf(control)];
      if (value === undefined) continue;
      type(control, value);
      // A choice that is still loading its options takes it later.
      if (valueOf(control) === value)
        pending.current = Object.fromEntries(
          Object.entries(pending.current).filter(([name]) => name !== nameOf(control)),
        );
    }
  });

  useEffect(() => {
    if (isFirst) beginTyping(form.current);
  }, [key, isFirst]);

  const discard = (): void => {
    pending.current = {};
    if (form.current)
      for (const control of controlsOf(form.current))
        type(control, first.current[nameOf(control)] ?? defaultOf(control));
    forget();
  };
  return (
    <form
      ref={form}
      class={name}
      aria-busy={submission.isBusy}
      onSubmit={submission.onSubmit}
      onInput={typed}
      onChange={typed}
    >
      {children}
      {restored !== undefined && (
        <p class="restored" role="status">
          {restored === 'same' ? t.restored : t.restoredOlder}{' '}
          <button type="button" onClick={discard}>
            {t.discard}
          </button>
        </p>
      )}
    </form>
  );
};

/** A row of fields that can be repeated, under a key that it keeps wherever it is moved. */
interface Row<Data> {
  readonly key: number;
  readonly data: Data;
}

interface RowsOptions<Data> {
  /** A row that somebody adds. */
  fresh: Data;
  least: number;
  most: number;
}

export interface Rows<Data> {
  readonly rows: readonly Row<Data>[];
  readonly canAdd: boolean;
  readonly canRemove: boolean;
  add: () => void;
  remove: (key: number) => void;
  /** Changes places with the row before. */
  raise: (key: number) => void;
  /** Goes into the form once, so that a draft has as many rows as it was left with. */
  readonly counter: ComponentChildren;
}

/** Rows of fields that people add, remove and move. */
export const useRows = <Data,>(
  first: readonly Data[],
  { fresh, least, most }: RowsOptions<Data>,
): Rows<Data> => {
  const counter = useRef<HTMLInputElement>(null);
  const next = useRef(Math.max(first.length, least));
  const [rows, setRows] = useState<readonly Row<Data>[]>(() =>
    Array.from({ length: next.current }, (_, key) => ({ key, data: first[key] ?? fresh })),
  );
  const added = (count: number): readonly Row<Data>[] =>
    Array.from({ length: count }, () => ({ key: next.current++, data: fresh }));
  const hasChanged = useRef(false);
  useEffect(() => {
    // The draft is another one with a row more or less, or with its rows in another order.
    if (hasChanged.current) counter.current?.dispatchEvent(new Event('change', { bubbles: true }));
    hasChanged.current = true;
  }, [rows]);
  return {
    rows,
    canAdd: rows.length < most,
    canRemove: rows.length > least,
    add() {
      setRows([...rows, ...added(1)]);
    },
    remove(key) {
      setRows(rows.filter((row) => row.key !== key));
    },
    raise(key) {
      const at = rows.findIndex((row) => row.key === key);
      const [moved, before] = [rows[at], rows[at - 1]];
      if (moved && before) setRows([...rows.slice(0, at - 1), moved, before, ...rows.slice(at + 1)]);
    },
    counter: (
      <input
        ref={counter}
        type="hidden"
        name="count"
        value={rows.length}
        onInput={(event) => {
          const count = Math.min(most, Math.max(least, Number(event.currentTarget.value)));
          if (count === rows.length) return;
          setRows(count < rows.length ? rows.slice(0, count) : [...rows, ...added(count - rows.length)]);
        }}
      />
    ),
  };
};
