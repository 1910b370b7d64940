import { texts } from '../i18n/language.ts';

/** A report's state in a word and a colour. */
export const ResultBadge = ({
  result,
  status,
}: {
  result: 'good' | 'decent' | 'bad' | null;
  status: 'pending' | 'generated' | 'failed';
}) => {
  const t = texts().reports;
  const word = result ? t.results[result] : status === 'failed' ? t.failedState : t.pending;
  return <span class={`badge ${result ?? status}`}>{word}</span>;
};
