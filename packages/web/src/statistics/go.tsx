import type { ComponentChildren } from 'preact';

import { useStatistics } from './use-answer.ts';
import type { View } from './view.ts';

interface GoProps {
  /** Where it leads; undefined where there is nothing. */
  readonly to: View | undefined;
  /** True for what is shown now; left out where that is no question. */
  readonly isCurrent?: boolean;
  /** Back doesn't lead to the view before. */
  readonly replace?: boolean;
  readonly class?: string;
  readonly label?: string;
  readonly title?: string;
  /** Done before going. */
  readonly onGo?: () => void;
  readonly children: ComponentChildren;
}

/** True for a click that the page itself answers: others open windows and tabs. */
const isPlain = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

/**
 * Leads to another view. It is a link where views have addresses, which then works without scripts,
 * and a button elsewhere.
 */
export const Go = ({
  to,
  isCurrent,
  replace = false,
  class: name,
  label,
  title,
  onGo,
  children,
}: GoProps) => {
  const { show, hrefOf } = useStatistics();
  const go = (): void => {
    onGo?.();
    if (to) show(to, { replace });
  };
  if (!hrefOf)
    return (
      <button
        type="button"
        class={name}
        aria-label={label}
        title={title}
        aria-pressed={isCurrent}
        disabled={!to}
        onClick={go}
      >
        {children}
      </button>
    );
  const classes = name === undefined ? 'button' : `button ${name}`;
  if (!to)
    return (
      <span class={classes} role="link" aria-disabled="true" aria-label={label} title={title}>
        {children}
      </span>
    );
  return (
    <a
      class={classes}
      href={hrefOf(to)}
      aria-label={label}
      title={title}
      aria-current={isCurrent ? 'true' : undefined}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        go();
      }}
    >
      {children}
    </a>
  );
};

/** The parameters of a view's address that a form doesn't set itself. */
export const OtherParameters = ({ except }: { except: readonly string[] }) => {
  const { view, hrefOf } = useStatistics();
  if (!hrefOf) return null;
  const search = hrefOf(view).split('?')[1] ?? '';
  return (
    <>
      {[...new URLSearchParams(search)]
        .filter(([name]) => !except.includes(name))
        .map(([name, value]) => (
          <input key={name + value} type="hidden" name={name} value={value} />
        ))}
    </>
  );
};

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [value: string, text: string])[];
  readonly onChoose: (value: string) => void;
  /** Text of the button that sends the choice where scripts don't. */
  readonly send: string;
}

/** A choice that is part of the view: a form where views have addresses. */
export const Choice = ({ name, label, value, choices, onChoose, send }: ChoiceProps) => {
  const { hrefOf } = useStatistics();
  const select = (
    <select
      name={name}
      aria-label={label}
      value={value}
      onChange={(event) => {
        onChoose(event.currentTarget.value);
      }}
    >
      {choices.map(([id, text]) => (
        <option key={id} value={id} selected={id === value}>
          {text}
        </option>
      ))}
    </select>
  );
  if (!hrefOf) return select;
  return (
    <form method="get" class="choice">
      {select}
      <OtherParameters except={[name]} />
      <button class="without-script">{send}</button>
    </form>
  );
};
