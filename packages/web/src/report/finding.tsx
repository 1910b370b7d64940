import './report.css';

import type { ShownCheck, ShownItem, ShownPlace } from '@platform/pages/reports-contract';
import { useState } from 'preact/hooks';

import { formatNumber } from '../i18n/format.ts';
import { partTexts } from '../i18n/parts.ts';
import { ownPath } from '../ui/address.ts';
import { reportTexts } from './texts.ts';
import { bytesText, millisecondsText, splitMessage } from './wording.ts';

/** The gain from mending a finding, in words; empty where nothing is known. */
export const gainText = ({ gain }: Pick<ShownCheck, 'gain'>): string => {
  const t = reportTexts();
  return [
    gain && gain.points > 0 ? t.points(formatNumber(gain.points)) : '',
    gain?.bytes ? t.saves(bytesText(gain.bytes)) : '',
    gain?.milliseconds ? t.saves(t.onSlowNetwork(millisecondsText(gain.milliseconds))) : '',
  ]
    .filter(Boolean)
    .join(', ');
};

/** Code to paste, with a button that copies it where there are scripts. */
export const Paste = ({ code }: { code: string }) => {
  const t = reportTexts();
  const [state, setState] = useState<'copied' | 'refused' | undefined>(undefined);
  const copy = async (): Promise<void> => {
    try {
      // Without HTTPS there is no clipboard; the code can still be marked.
      await navigator.clipboard.writeText(code);
      setState('copied');
    } catch {
      setState('refused');
    }
  };
  return (
    <div class="paste">
      <pre>
        <code>{code}</code>
      </pre>
      <button type="button" class="by-script" onClick={() => void copy()}>
        <span aria-live="polite">{state === 'copied' ? t.copied : t.copy}</span>
      </button>
      {state === 'refused' && (
        <p class="quiet" role="status">
          {partTexts().notCopied}
        </p>
      )}
    </div>
  );
};

/** The phone's screen, and what is shown around a place, in its pixels. */
const SCREEN = { width: 412, height: 823 };
const AROUND = 24;

/** The part of the phone's picture around an element, with a frame; none for what fills the screen. */
const Crop = ({ of: { box, selector }, picture }: { of: NonNullable<Seen['crop']>; picture: string }) => {
  const [left, top] = [Math.max(0, box.x), Math.max(0, box.y)];
  const width = Math.min(SCREEN.width, box.x + box.width) - left;
  const height = Math.min(SCREEN.height, box.y + box.height) - top;
  if (width <= 0 || height <= 0 || width * height > 0.5 * SCREEN.width * SCREEN.height) return null;
  const [x, y] = [Math.max(0, left - AROUND), Math.max(0, top - AROUND)];
  const seen = {
    width: Math.min(SCREEN.width, left + width + AROUND) - x,
    height: Math.min(SCREEN.height, top + height + AROUND) - y,
  };
  return (
    <svg
      class="crop"
      role="img"
      aria-label={reportTexts().inPicture(selector)}
      viewBox={`${x} ${y} ${seen.width} ${seen.height}`}
      width={seen.width}
      height={seen.height}
    >
      <image href={ownPath(picture)} width={SCREEN.width} height={SCREEN.height} />
      <rect x={left} y={top} width={width} height={height} />
    </svg>
  );
};

/** A place in words: `line 3, column 5 (main > img)`; null without one. */
const placeText = ({ line, column, selector }: ShownPlace): string | null => {
  const where = line === null ? '' : reportTexts().place(line, column ?? 1);
  if (selector === null) return where === '' ? null : where;
  return where === '' ? selector : `${where} (${selector})`;
};

/** A place with a finding, in words; what isn't known is left out. */
interface Seen {
  readonly snippet: string;
  readonly note?: string;
  readonly where?: string;
  /** Its place in the picture. */
  readonly crop?: { readonly box: NonNullable<ShownPlace['box']>; readonly selector: string };
}

/** A finding in words. A page has it twice, as markup and for its scripts, and the same words weigh little. */
export interface FindingWords {
  readonly id: string;
  readonly severity: 'fail' | 'warn';
  readonly title: string;
  readonly fault: string;
  readonly remedy: string;
  readonly gain: string;
  readonly items: readonly Seen[];
  readonly rest: number;
  readonly about?: NonNullable<ShownCheck['about']>;
  readonly code?: string;
  readonly wcag?: string;
}

/** Of each finding, so many places are shown in the picture. */
const CROPS = 3;

const seenOf = ({ snippet, note, place }: ShownItem, index: number): Seen => {
  const where = place && placeText(place);
  return {
    snippet,
    ...(note !== null && note !== '' && { note }),
    ...(where !== null && { where }),
    ...(index < CROPS && place?.box && { crop: { box: place.box, selector: place.selector ?? '' } }),
  };
};

/**
 * Puts a finding into words.
 * @param hasCode whether the code to paste belongs to it; the first findings have it elsewhere
 */
export const wordsOf = (check: ShownCheck, hasCode: boolean): FindingWords => {
  const { id, status, title, message, items, total, about, fix, wcag } = check;
  return {
    id,
    title,
    ...splitMessage(message),
    severity: status === 'fail' ? 'fail' : 'warn',
    gain: gainText(check),
    items: items.map(seenOf),
    rest: total - items.length,
    ...(about && { about: { why: about.why, fix: about.fix, thresholds: about.thresholds } }),
    ...(hasCode && fix?.code && { code: fix.code }),
    ...(wcag.length > 0 && { wcag: wcag.join('; ') }),
  };
};

const Item = ({
  item: { snippet, note, where, crop },
  picture,
}: {
  item: Seen;
  picture: string | undefined;
}) => (
  <li>
    {snippet === '' ? <span class="quiet">{reportTexts().empty}</span> : <code>{snippet}</code>}
    {note !== undefined && <span class="note"> {note}</span>}
    {where !== undefined && <span class="place">{where}</span>}
    {crop && picture !== undefined && <Crop of={crop} picture={picture} />}
  </li>
);

/** A check with a finding: what is wrong, where, what to do and why. */
export const Finding = ({
  words,
  picture,
  isUnfolded = false,
}: {
  words: FindingWords;
  picture: string | undefined;
  isUnfolded?: boolean;
}) => {
  const t = reportTexts();
  const { id, severity, title, fault, remedy, gain, items, rest, about, code, wcag } = words;
  return (
    <article class="finding" id={id}>
      <h3>
        <span class={`badge ${severity}`}>{t.labels[severity]}</span> {fault}
      </h3>
      {remedy !== '' && <p>{remedy}</p>}
      {gain !== '' && (
        <p>
          <span class="gain">{gain}</span>
        </p>
      )}
      {items.length > 0 && (
        <ul>
          {items.map((item, index) => (
            <Item key={index} item={item} picture={picture} />
          ))}
        </ul>
      )}
      {rest > 0 && <p class="quiet rest">{t.more(rest)}</p>}
      {about && (
        <details open={isUnfolded}>
          <summary>
            {t.why}
            <span class="quiet"> – {title}</span>
          </summary>
          <p>{about.why}</p>
          <p>{about.fix}</p>
          {code !== undefined && <Paste code={code} />}
          <p class="quiet">{about.thresholds}</p>
          {wcag !== undefined && <p class="quiet">WCAG 2.2: {wcag}</p>}
        </details>
      )}
    </article>
  );
};

/** A check without a finding, in words: what it says beside its title, and what it looked at. */
export interface QuietWords {
  readonly title: string;
  readonly message?: string;
  readonly seen?: string;
}

/** So much is told of what a check without a finding looked at. */
const SEEN = 5;

/** Puts a check without a finding into words. */
export const quietWordsOf = ({ title, message, items }: ShownCheck): QuietWords => ({
  title,
  ...(message !== `${title}.` && { message }),
  ...(items.length > 0 && {
    seen: items
      .map(({ snippet }) => snippet)
      .slice(0, SEEN)
      .join(' · '),
  }),
});

/** A check that found nothing, with what it looked at. */
export const QuietCheck = ({ words: { title, message, seen } }: { words: QuietWords }) => (
  <li>
    <strong>{title}.</strong> {message}
    {seen !== undefined && <span class="quiet"> {seen}</span>}
  </li>
);

/** A check to unfold: a finding by its fault, another by its title. */
export const CheckDetails = ({
  check,
  picture,
  status,
}: {
  check: ShownCheck;
  picture: string | undefined;
  /** The outcome in a word. */
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
