import { useEffect, useRef, useState } from 'preact/hooks';

import { Field } from './field.tsx';

interface SearchFieldProps {
  label: string;
  placeholder?: string;
  /** Current search text. */
  value: string;
  onSearch: (text: string) => void;
}

const PAUSE_MILLISECONDS = 200;

/** Searches while somebody types, once the keys pause; Enter doesn't wait. */
export const SearchField = ({ label, placeholder, value, onSearch }: SearchFieldProps) => {
  const [typed, setTyped] = useState(value);
  const asked = useRef(value);
  const ask = (text: string): void => {
    if (text === asked.current) return;
    asked.current = text;
    onSearch(text);
  };
  // Back, or a link, has changed it meanwhile.
  useEffect(() => {
    if (value === asked.current) return;
    asked.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    const timer = setTimeout(() => {
      ask(typed.trim());
    }, PAUSE_MILLISECONDS);
    return () => {
      clearTimeout(timer);
    };
  }, [typed]);
  return (
    <Field
      label={label}
      type="search"
      placeholder={placeholder}
      value={typed}
      onInput={(event) => {
        setTyped(event.currentTarget.value);
      }}
      // Not on blur: a list that reloads under the pointer swallows the click that left the field.
      onKeyDown={(event) => {
        if (event.key === 'Enter') ask(event.currentTarget.value.trim());
      }}
    />
  );
};
