import { readdirSync, readFileSync } from 'node:fs';

/** A page of the documentation. */
export interface Guide {
  /** Its address below `/docs/`: `errors.md`, `adr/0001-….md`. */
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly text: string;
}

const DOCUMENTATION = new URL('../../../docs/', import.meta.url);

const titleOf = (text: string, name: string): string => /^# (.+)$/m.exec(text)?.[1] ?? name;

const readFolder = (folder: string): Guide[] =>
  readdirSync(new URL(folder, DOCUMENTATION))
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => {
      const name = `${folder}${file}`;
      const text = readFileSync(new URL(name, DOCUMENTATION), 'utf8');
      return { name, title: titleOf(text, name), text };
    });

/** The pages of `docs/` and the decisions in `docs/adr/`, read once. */
export const readGuides = (): readonly Guide[] => [...readFolder(''), ...readFolder('adr/')];
