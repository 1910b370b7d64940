import './choice.css';

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly options: readonly (readonly [id: Id, title: string])[];
  readonly chosen: Id;
  /** Address of the same page with another choice, which is a link while there is no script. */
  readonly hrefOf: (id: Id) => string;
  readonly onChoose: (id: Id) => void;
}

/** A choice of one, side by side; it is in the address. */
export const Choice = <Id extends string>({ label, options, chosen, hrefOf, onChoose }: ChoiceProps<Id>) => (
  <nav class="choice" aria-label={label}>
    {options.map(([id, title]) => (
      <a
        key={id}
        href={hrefOf(id)}
        aria-current={id === chosen ? 'true' : undefined}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          // The console's router must not take it for a way to another screen.
          event.stopPropagation();
          onChoose(id);
        }}
      >
        {title}
      </a>
    ))}
  </nav>
);
