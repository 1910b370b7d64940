import './screens/entry/entry.css';

import type { ComponentType } from 'preact';
import { LocationProvider, Route, Router } from 'preact-iso';
import { useEffect, useLayoutEffect, useState } from 'preact/hooks';

import { Commands } from './commands/commands.tsx';
import { texts } from './i18n/language.ts';
import { SignIn } from './screens/entry/sign-in.tsx';
import { Heading, screen, ScreenBoundary, screenTitle } from './screens/screen.tsx';
import { Shell } from './screens/shell.tsx';
import { lacksOwner } from './session/accounts.ts';
import {
  cameByLink,
  endedSession,
  isLink,
  may,
  openedLink,
  ownerOf,
  resumeSession,
  session,
} from './session/session.ts';
import { LeavingQuestion } from './ui/leaving.tsx';
import { Notices } from './ui/notices.tsx';
import { Problem } from './ui/problem.tsx';
import { DrawsGradually } from './ui/table.tsx';

const Overview = screen(() => import('./screens/overview/overview.tsx'));
const Websites = screen(() => import('./screens/websites/websites.tsx'));
const Rollup = screen(() => import('./screens/websites/rollup.tsx'));
const Website = screen(() => import('./screens/websites/website.tsx'));
const Reports = screen(() => import('./screens/reports/reports.tsx'));
const Report = screen(() => import('./screens/reports/report.tsx'));
const Schedules = screen(() => import('./screens/schedules/schedules.tsx'));
const Sites = screen(() => import('./screens/sites/sites.tsx'));
const Site = screen(() => import('./screens/sites/site.tsx'));
const Palettes = screen(() => import('./screens/palettes/palettes.tsx'));
const Palette = screen(() => import('./screens/palettes/palette.tsx'));
const Themes = screen(() => import('./screens/themes/themes.tsx'));
const Theme = screen(() => import('./screens/themes/theme.tsx'));
const Members = screen(() => import('./screens/members/members.tsx'));
const Keys = screen(() => import('./screens/keys/keys.tsx'));
const Webhooks = screen(() => import('./screens/webhooks/webhooks.tsx'));
const Webhook = screen(() => import('./screens/webhooks/webhook.tsx'));
const AuditLog = screen(() => import('./screens/audit/audit-log.tsx'));
const Usage = screen(() => import('./screens/usage/usage.tsx'));
const Operators = screen(() => import('./screens/operators/operators.tsx'));
const Sessions = screen(() => import('./screens/sessions/sessions.tsx'));

const Device = screen(() => import('./screens/device/device.tsx'));
const Account = screen(() => import('./screens/account/account.tsx'));
const InvitationPage = screen(() => import('./screens/entry/invitation.tsx'));
const ResetPage = screen(() => import('./screens/entry/reset.tsx'));
const EmailPage = screen(() => import('./screens/entry/new-email.tsx'));
const FirstAccountPage = screen(() => import('./screens/entry/new-account.tsx'));

const LINK_PAGES = { invitation: InvitationPage, reset: ResetPage, email: EmailPage };

/** Shows the same as the page without scripts, so that nothing jumps. */
const Starting = () => (
  <main class="sign-in">
    <h1>{texts().productName}</h1>
    <p>{texts().about}</p>
  </main>
);

const NotFound = () => (
  <>
    <Heading title={texts().notFound} />
    <p>
      <a href="/console/">{texts().toOverview}</a>
    </p>
  </>
);

const Screens = () => (
  <Shell>
    <ScreenBoundary>
      <Router>
        <Route path="/console/" component={Overview} />
        <Route path="/console/websites" component={Websites} />
        <Route path="/console/websites/together" component={Rollup} />
        <Route path="/console/websites/:id" component={Website} />
        <Route path="/console/reports" component={Reports} />
        <Route path="/console/reports/:id" component={Report} />
        <Route path="/console/schedules" component={Schedules} />
        <Route path="/console/sites" component={Sites} />
        <Route path="/console/sites/:id" component={Site} />
        <Route path="/console/palettes" component={Palettes} />
        <Route path="/console/palettes/:id" component={Palette} />
        <Route path="/console/themes" component={Themes} />
        <Route path="/console/themes/:id" component={Theme} />
        <Route path="/console/members" component={Members} />
        <Route path="/console/keys" component={Keys} />
        <Route path="/console/webhooks" component={Webhooks} />
        <Route path="/console/webhooks/:id" component={Webhook} />
        <Route path="/console/audit-log" component={AuditLog} />
        <Route path="/console/usage" component={Usage} />
        <Route path="/console/sessions" component={Sessions} />
        <Route path="/console/account" component={Account} />
        <Route path="/console/device" component={Device} />
        <Route path="/console/operators" component={Operators} />
        <Route default component={NotFound} />
      </Router>
    </ScreenBoundary>
    <Commands />
    <LeavingQuestion />
  </Shell>
);

/**
 * Decides whether somebody who came by a sign-in link is asked to make the owner's account: undefined until it
 * is known. Nobody is who has seen the question, or whose organisation has an owner.
 */
const useAsksForAccount = (): boolean | undefined => {
  const [lacks, setLacks] = useState<boolean | undefined>(undefined);
  const mayAsk = cameByLink.value && session.value?.member === null && may('keys:admin');
  useEffect(() => {
    if (mayAsk)
      lacksOwner().then(setLacks, () => {
        setLacks(false);
      });
  }, [mayAsk]);
  return mayAsk && lacks;
};

/** The view that replaces all screens; undefined when there is none. */
const useEntry = (): ComponentType | undefined => {
  const asksForAccount = useAsksForAccount();
  const link = openedLink.value;
  if (session.value === undefined) return Starting;
  if (link) return LINK_PAGES[link.kind];
  if (session.value === null) return SignIn;
  if (asksForAccount === undefined) return Starting;
  return asksForAccount ? FirstAccountPage : undefined;
};

/** The console: the form to sign in, or the screens. */
export const App = () => {
  const [error, setError] = useState<unknown>(undefined);
  const resume = (): void => {
    setError(undefined);
    resumeSession().catch(setError);
  };
  useEffect(resume, []);
  // A link that is pasted into a tab of the console changes the fragment and loads nothing.
  useEffect(() => {
    const notice = (): void => {
      if (isLink()) location.reload();
    };
    addEventListener('hashchange', notice);
    return () => {
      removeEventListener('hashchange', notice);
    };
  }, []);
  const Entry = useEntry();
  const owned = session.value ?? endedSession.value;
  const owner = owned && ownerOf(owned);
  // Nobody reads in a title what somebody else was looking at.
  useLayoutEffect(() => {
    screenTitle.value = '';
  }, [owner]);
  const { productName, signIn } = texts();
  const title = Entry === undefined ? screenTitle.value : signIn.title;
  useLayoutEffect(() => {
    document.title = title === '' ? productName : `${title} – ${productName}`;
  }, [title, productName]);
  // An open dialog would keep people from the sign-in form.
  const hasEnded = !session.value && endedSession.value !== undefined;
  useEffect(() => {
    if (hasEnded) for (const dialog of document.querySelectorAll('dialog')) dialog.close();
  }, [hasEnded]);
  return (
    <LocationProvider scope="/console">
      {error !== undefined && <Problem error={error} retry={resume} />}
      {Entry && (Entry !== Starting || error === undefined) && <Entry />}
      {owned && !openedLink.value && (
        <div key={owner} hidden={Entry !== undefined}>
          <DrawsGradually.Provider value>
            <Screens />
          </DrawsGradually.Provider>
        </div>
      )}
      <Notices />
    </LocationProvider>
  );
};
