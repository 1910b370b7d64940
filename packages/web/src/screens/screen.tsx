import { ApiError, PlatformError } from '@platform/client';
import type { SCOPES } from '@platform/identity/scopes';
import { signal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useLocation } from 'preact-iso';
import { useEffect, useErrorBoundary, useRef, useState } from 'preact/hooks';

import { texts } from '../i18n/language.ts';
import { closedPage } from '../menu/pages.ts';
import type { MenuPage } from '../menu/pages.ts';
import { session } from '../session/session.ts';
import { Skeleton } from '../ui/placeholder.tsx';
import { Problem } from '../ui/problem.tsx';

/** The title of the screen that is shown: told to those who can't see that it has changed. */
export const screenTitle = signal('');

/** True from a step to another screen until its heading is there, or somebody has gone on by themselves. */
let isFocusWanted = true;

/** Puts the focus on the heading of the screen that comes next, so that Tab begins there. */
export const wantFocus = (): void => {
  isFocusWanted = true;
};

/** Leaves the focus where somebody has put it. */
export const leaveFocus = (): void => {
  isFocusWanted = false;
};

const takeFocus = (heading: HTMLElement | null): void => {
  if (!isFocusWanted) return;
  isFocusWanted = false;
  // Somebody may be typing into the screen, or into what lies over it.
  if (document.activeElement?.closest('main :is(input, select, textarea), dialog')) return;
  heading?.focus({ preventScroll: true });
};

/** The heading of a screen, which is the title of the window as well. */
export const Heading = ({
  title,
  shown = title,
  children,
}: {
  title: string;
  /** The title where it is more than text. */
  shown?: ComponentChildren;
  children?: ComponentChildren;
}) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    screenTitle.value = title;
  }, [title]);
  useEffect(() => {
    takeFocus(heading.current);
  }, []);
  return (
    <div class="heading">
      <h1 ref={heading} tabIndex={-1}>
        {shown}
      </h1>
      {children}
    </div>
  );
};

const reload = (): void => {
  location.reload();
};

const ToOverview = () => (
  <p>
    <a href="/console/">{texts().toOverview}</a>
  </p>
);

/** Shown instead of a failed screen: the reason, a second try, and a way out. */
const FailedScreen = ({ error, retry }: { error: unknown; retry: () => void }) => (
  <>
    <Heading title={texts().failed} />
    <Problem error={error} retry={retry} />
    <ToOverview />
  </>
);

/**
 * Shows a component whose code is loaded when it is first shown. Where that fails, as when a new
 * version has replaced the files, it says so; loading the page again gets the present ones.
 */
const loadedLater = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Failed: ComponentType<{ error: unknown; retry: () => void }>,
): ComponentType<Props> => {
  let loaded: ComponentType<Props> | undefined;
  return (props) => {
    const [error, setError] = useState<unknown>(undefined);
    const [, setTurn] = useState(0);
    useEffect(() => {
      if (loaded) return;
      load().then(
        (component) => {
          loaded = component;
          setTurn(1);
        },
        (failure: unknown) => {
          setError(new Error(texts().screenNotLoaded, { cause: failure }));
        },
      );
    }, []);
    const Component = loaded;
    if (Component) return <Component {...props} />;
    return error === undefined ? <Skeleton lines={8} /> : <Failed error={error} retry={reload} />;
  };
};

/** A screen with code of its own. */
export const screen = (load: () => Promise<{ default: ComponentType }>): ComponentType =>
  loadedLater(async () => (await load()).default, FailedScreen);

/** A part of a screen with code of its own, which the other parts don't need. */
export const part = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  loadedLater(load, Problem);

/** Contains the fault of a screen: the menu keeps working, and the screen can be tried again. */
const Boundary = ({ children }: { children: ComponentChildren }) => {
  const [error, reset] = useErrorBoundary((failure: unknown) => {
    // Told to whoever looks for faults, as one that nobody caught is.
    reportError(failure);
  }) as [unknown, () => void];
  if (error === undefined || error === null) return <>{children}</>;
  return <FailedScreen error={new Error(texts().screenFailed, { cause: error })} retry={reset} />;
};

/** Says which right a part of the console takes that this session lacks, and who can give it. */
export const Lacks = ({ scope }: { scope: (typeof SCOPES)[number] }) => {
  const t = texts();
  const isOfOperators = scope === 'operators:read';
  const isMember = Boolean(session.value?.member);
  return (
    <div class="empty">
      <p>{t.closed.about(scope, t.keys.scopesAbout[scope])}</p>
      <p>{isOfOperators ? t.closed.operators : isMember ? t.closed.roleLacks : t.closed.keyLacks}</p>
    </div>
  );
};

/** In the place of a screen that this session may not see. */
const ClosedScreen = ({ page }: { page: MenuPage }) => (
  <>
    <Heading title={page.title(texts())} />
    {page.scope === undefined ? (
      <p class="empty">{texts().closed.noAccount}</p>
    ) : (
      <Lacks scope={page.scope} />
    )}
    <ToOverview />
  </>
);

/** Boundary around what the address leads to; another address starts afresh. */
export const ScreenBoundary = ({ children }: { children: ComponentChildren }) => {
  const { path } = useLocation();
  const closed = closedPage(path);
  return <Boundary key={path}>{closed ? <ClosedScreen page={closed} /> : children}</Boundary>;
};

/** True for a record that isn't there, or an id that none can have. */
const isGone = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.status === 404
    : error instanceof PlatformError && error.code === 'invalid_argument';

interface NoRecordProps {
  error: unknown;
  retry: () => void;
  /** The list that the record would be in. */
  list: { readonly title: string; readonly path: string };
}

/** In the place of a record that isn't shown: on its way, not there, or why it can't be read; and the way on. */
export const NoRecord = ({ error, retry, list }: NoRecordProps) => {
  const t = texts().gone;
  if (error === undefined) return <Skeleton lines={8} />;
  return (
    <>
      <Heading title={isGone(error) ? t.title : list.title} />
      {isGone(error) ? <p>{t.about}</p> : <Problem error={error} retry={retry} />}
      <p>
        <a href={list.path}>{t.to(list.title)}</a>
      </p>
    </>
  );
};
