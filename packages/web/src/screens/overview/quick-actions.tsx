import type { Scope } from '@platform/identity/scopes';
import { useLocation } from 'preact-iso';

import type { Texts } from '../../i18n/english.ts';
import { texts } from '../../i18n/language.ts';
import { useAct } from '../../loading/use-submit.ts';
import { may } from '../../session/session.ts';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icon.tsx';

interface QuickAction {
  readonly scope: Scope;
  readonly path: string;
  readonly icon: IconName;
  readonly title: (t: Texts) => string;
}

const ACTIONS: readonly QuickAction[] = [
  {
    scope: 'websites:write',
    path: '/console/websites?new=1',
    icon: 'websites',
    title: (t) => t.websites.add,
  },
  {
    scope: 'reports:write',
    path: '/console/reports?new=1',
    icon: 'reports',
    title: (t) => t.overview.firstReport,
  },
  { scope: 'reports:write', path: '/console/sites', icon: 'reports', title: (t) => t.report.crawlSite },
  { scope: 'palettes:write', path: '/console/palettes', icon: 'palettes', title: (t) => t.palettes.make },
  { scope: 'keys:admin', path: '/console/members', icon: 'members', title: (t) => t.members.inviteSomebody },
  { scope: 'webhooks:write', path: '/console/webhooks', icon: 'webhooks', title: (t) => t.webhooks.make },
];

/** Makes a theme of chosen token files, without a step between. */
const ImportTokens = () => {
  const t = texts().importing;
  const { route } = useLocation();
  const { isBusy, act } = useAct();
  return (
    <label class="button file-button" aria-busy={isBusy}>
      <Icon name="themes" />
      {t.open}
      <input
        type="file"
        class="unseen"
        multiple
        disabled={isBusy}
        onChange={(event) => {
          const { files } = event.currentTarget;
          act(async () => {
            // The code for themes is loaded only by those who import one.
            const { importTheme } = await import('../themes/import-tokens.tsx');
            route(`/console/themes/${await importTheme(files)}`);
          });
        }}
      />
    </label>
  );
};

/** Things that people do most, each a click away; first steps that are still to be done say so themselves. */
export const QuickActions = ({ except }: { except: ReadonlySet<string> }) => {
  const t = texts();
  const shown = ACTIONS.filter(({ scope, path }) => may(scope) && !except.has(path.replace(/\?.*/, '')));
  const mayImport = may('themes:write') && may('palettes:write') && may('tokens:write');
  if (shown.length === 0 && !mayImport) return null;
  return (
    <div class="quick" role="group" aria-label={t.overview.quick}>
      {shown.map(({ path, icon, title }) => (
        <a key={path} class="button" href={path}>
          <Icon name={icon} />
          {title(t)}
        </a>
      ))}
      {mayImport && <ImportTokens />}
    </div>
  );
};
