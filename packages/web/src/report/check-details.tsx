import './report.css';

import type { ShownCheck } from '@platform/pages/reports-contract';

import { Finding, QuietCheck, quietWordsOf, wordsOf } from './finding.tsx';
import { splitMessage } from './split-message.ts';
import { reportTexts } from './texts.ts';

/** A check to unfold: a finding by its fault, another by its title. */
export const CheckDetails = ({
  check,
  picture,
  status,
}: {
  check: ShownCheck;
  picture: string | undefined;
  /** What came out, in a word. */
  status: string;
}) => {
  const isFinding = check.status === 'fail' || check.status === 'warn';
  const label =
    check.status === 'fail' || check.status === 'warn' ? reportTexts().labels[check.status] : status;
  return (
    <details>
      <summary>
        <span class={`badge ${check.status}`}>{label}</span>{' '}
        {isFinding ? splitMessage(check.message).fault : check.title}
      </summary>
      {isFinding ? (
        <Finding words={wordsOf(check, true)} picture={picture} />
      ) : (
        <ul>
          <QuietCheck words={quietWordsOf(check)} />
        </ul>
      )}
    </details>
  );
};
