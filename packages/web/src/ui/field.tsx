import './field.css';

import type {
  ComponentChildren,
  InputHTMLAttributes,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'preact';
import { useId } from 'preact/hooks';

interface FieldShape {
  label: string;
  hint?: string | undefined;
  error?: string | undefined;
}

interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': boolean | undefined;
}

const Labelled = (props: FieldShape & { control: (wiring: Wiring) => ComponentChildren }) => {
  const id = useId();
  const { label, hint, error, control } = props;
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {control({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      {hint && (
        <p class="quiet" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p class="wrong" id={`${id}-error`} role="alert">
          {error}
        </p>
      )}
    </div>
  );
};

/** A value that a script keeps is the default as well, for that is what a form's reset goes back to. */
const kept = <Value,>(value: Value): { value: Value; defaultValue: Value } | undefined =>
  value === undefined ? undefined : { value, defaultValue: value };

/** A text field with its label, its hint and what is wrong with it. */
export const Field = ({ label, hint, error, ...input }: FieldShape & InputHTMLAttributes) => (
  <Labelled
    label={label}
    hint={hint}
    error={error}
    control={(wiring) => <input {...input} {...kept(input.value)} {...wiring} />}
  />
);

/** A field of several lines. */
export const TextArea = ({ label, hint, error, ...area }: FieldShape & TextareaHTMLAttributes) => (
  <Labelled
    label={label}
    hint={hint}
    error={error}
    control={(wiring) => <textarea rows={4} spellcheck={false} {...area} {...kept(area.value)} {...wiring} />}
  />
);

/** A choice of one. */
export const Select = ({
  label,
  hint,
  error,
  options,
  chosen,
  ...select
}: FieldShape &
  SelectHTMLAttributes & {
    options: readonly (readonly [value: string, text: string])[];
    /** The value that is chosen at first. */
    chosen?: string;
  }) => (
  <Labelled
    label={label}
    hint={hint}
    error={error}
    control={(wiring) => (
      <select {...select} {...wiring}>
        {options.map(([value, text]) => (
          <option
            key={value}
            value={value}
            selected={value === chosen}
            ref={(option) => {
              // Chosen by default as well, for that is what a form's reset goes back to.
              if (option) option.defaultSelected = value === chosen;
            }}
          >
            {text}
          </option>
        ))}
      </select>
    )}
  />
);

/** A box to tick. */
export const Checkbox = (props: {
  label: string;
  name: string;
  defaultChecked: boolean;
  onChange?: (isTicked: boolean) => void;
}) => (
  <label class="check">
    <input
      type="checkbox"
      name={props.name}
      defaultChecked={props.defaultChecked}
      onChange={(event) => {
        props.onChange?.(event.currentTarget.checked);
      }}
    />
    <span>{props.label}</span>
  </label>
);

/** Several of a list to tick. */
export const Ticks = (props: {
  legend: string;
  /** Begins the name of each box. */
  name: string;
  options: readonly (readonly [value: string, text: string])[];
  chosen: readonly string[];
}) => (
  <fieldset>
    <legend>{props.legend}</legend>
    <div class="choices">
      {props.options.map(([value, text]) => (
        <Checkbox
          key={value}
          label={text}
          name={`${props.name}-${value}`}
          defaultChecked={props.chosen.includes(value)}
        />
      ))}
    </div>
  </fieldset>
);

/** The values of boxes that are ticked, from the names of a form's fields. */
export const ticked = (names: Iterable<string>, name: string): string[] =>
  [...names].filter((one) => one.startsWith(`${name}-`)).map((one) => one.slice(name.length + 1));
