import './preview.css';

import { Choice } from './choice.tsx';
import { paletteTexts } from '../i18n/palette.ts';

interface Color {
  readonly hex: string;
  readonly on_color: string;
}

/** The colours of a palette as the parts of a page use them; the style sheet derives grounds and lines. */
const variablesOf = (colors: readonly Color[]): Record<string, string> => {
  const at = (place: number): Color | undefined => colors[place % colors.length];
  return Object.fromEntries(
    [0, 1, 2, 3, 4].flatMap((place) => [
      [`--p-${place}`, at(place)?.hex ?? ''],
      [`--p-on-${place}`, at(place)?.on_color ?? ''],
    ]),
  );
};

const Site = () => {
  const t = paletteTexts().preview;
  return (
    <>
      <div class="p-bar">
        <b>{t.brand}</b>
        <span class="p-links">
          <i>{t.products}</i>
          <i>{t.prices}</i>
          <i>{t.about}</i>
        </span>
        <span class="p-button">{t.start}</span>
      </div>
      <div class="p-hero">
        <span class="p-tag">{t.fresh}</span>
        <b>{t.headline}</b>
        <p>{t.claim}</p>
        <span class="p-button">{t.start}</span> <span class="p-ghost">{t.more}</span>
      </div>
      <div class="p-cards">
        {t.features.map((feature, place) => (
          <div key={feature} class="p-card">
            <span class={`p-icon p-fill-${place + 1}`} />
            <b>{feature}</b>
            <span class="p-lines" />
          </div>
        ))}
      </div>
    </>
  );
};

const BARS = [42, 65, 50, 78, 60, 92, 70] as const;

const Chart = () => (
  <div class="p-chart">
    {BARS.map((height, place) => (
      <span key={place} class={`p-fill-${place % 5}`} style={{ height: `${height}%` }} />
    ))}
  </div>
);

const Dashboard = () => {
  const t = paletteTexts().preview;
  return (
    <div class="p-board">
      <div class="p-side">
        <b>{t.brand}</b>
        <i class="p-current">{t.overview}</i>
        <i>{t.orders}</i>
        <i>{t.customers}</i>
      </div>
      <div class="p-main">
        <div class="p-cards">
          {t.figures.map(([name, value], place) => (
            <div key={name} class="p-card">
              <span>{name}</span>
              <b>{value}</b>
              <span class={`p-line p-fill-${place}`} />
            </div>
          ))}
        </div>
        <Chart />
      </div>
    </div>
  );
};

const AppScreen = () => {
  const t = paletteTexts().preview;
  return (
    <div class="p-phone">
      <div class="p-top">{t.messages}</div>
      {t.people.map((person, place) => (
        <div key={person} class="p-row">
          <span class={`p-avatar p-fill-${place}`} />
          <span>
            <b>{person}</b>
            <span class="p-lines" />
          </span>
          {place === 1 && <span class="p-badge">3</span>}
        </div>
      ))}
      <div class="p-fab">+</div>
    </div>
  );
};

const PAGES = { site: Site, dashboard: Dashboard, app: AppScreen, chart: Chart } as const;
export type PreviewKind = keyof typeof PAGES;

const KINDS = Object.keys(PAGES) as PreviewKind[];

/** The kind of page that an address names; a website otherwise. */
export const readKind = (text: string | null | undefined): PreviewKind =>
  KINDS.find((kind) => kind === text) ?? 'site';

interface PreviewProps {
  readonly colors: readonly Color[];
  readonly kind: PreviewKind;
  /** Address of the same screen with another kind. */
  readonly hrefOf: (kind: PreviewKind) => string;
  readonly onKind: (kind: PreviewKind) => void;
}

/** The colours on a real page, in light and dark beside each other. */
export const Preview = ({ colors, kind, hrefOf, onKind }: PreviewProps) => {
  const t = paletteTexts().preview;
  const Page = PAGES[kind];
  return (
    <section>
      <div class="heading">
        <h2>{t.title}</h2>
        <Choice
          label={t.kind}
          options={KINDS.map((one) => [one, t.kinds[one]])}
          chosen={kind}
          hrefOf={hrefOf}
          onChoose={onKind}
        />
      </div>
      <div class="previews">
        {(['light', 'dark'] as const).map((mode) => (
          <figure key={mode}>
            <div class={`preview ${mode}`} style={variablesOf(colors)} aria-hidden="true">
              <Page />
            </div>
            <figcaption class="quiet">{t.modes[mode]}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
};
