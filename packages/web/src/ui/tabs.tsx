import './tabs.css';

import { useLocation } from 'preact-iso';
import { useEffect, useRef } from 'preact/hooks';

/** One part of a screen, or a screen beside this one. */
export interface Tab {
  title: string;
  /** Where it is. */
  path: string;
  isCurrent: boolean;
}

/**
 * Parts of a screen, each with an address of its own (`?tab=`), so that Back and links work. The
 * first one is shown where the address names none of them.
 */
export const useTabs = <Id extends string>(
  titles: Readonly<Record<Id, string>>,
): { current: Id; tabs: readonly (Tab & { id: Id })[] } => {
  const { path, query } = useLocation();
  const ids = Object.keys(titles) as [Id, ...Id[]];
  const current = ids.find((id) => id === query['tab']) ?? ids[0];
  const tabs = ids.map((id, index) => ({
    id,
    title: titles[id],
    path: index === 0 ? path : `${path}?tab=${id}`,
    isCurrent: id === current,
  }));
  return { current, tabs };
};

interface Link extends Pick<Tab, 'title' | 'path'> {
  /** True for a link to what contains the page that is shown. */
  current: 'page' | 'true' | undefined;
}

/** A row of links. Where it scrolls, the current one is in view. */
const Row = ({ label, links, isInner }: { label: string; links: readonly Link[]; isInner?: boolean }) => {
  const list = useRef<HTMLElement>(null);
  const shown = links.find(({ current }) => current)?.path;
  useEffect(() => {
    const show = (): void => {
      const [box, link] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')];
      // Not scrollIntoView, which moves the page as well.
      if (box && link) box.scrollLeft = link.offsetLeft - (box.clientWidth - link.offsetWidth) / 2;
    };
    show();
    // Words have another width once their font is there.
    void document.fonts.ready.then(show);
  }, [shown, label]);
  return (
    <nav class={isInner ? 'tabs inner' : 'tabs'} aria-label={label} ref={list}>
      {links.map(({ title, path, current }) => (
        <a key={title} href={path} aria-current={current}>
          {title}
        </a>
      ))}
    </nav>
  );
};

const linkTo = ({ title, path, isCurrent }: Tab): Link => ({
  title,
  path,
  current: isCurrent ? 'page' : undefined,
});

/** Links between the parts of a screen. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => (
  <Row label={label} links={tabs.map(linkTo)} />
);

/** Some parts of a screen, under one name. */
interface TabGroup {
  title: string;
  tabs: readonly Tab[];
}

/**
 * Links between the parts of a screen that has too many for one row: groups, and below them the parts of
 * the group that is shown. A group leads to its first part; one of a single part is that part.
 */
export const GroupedTabs = ({ label, groups }: { label: string; groups: readonly TabGroup[] }) => {
  const shown = groups.find(({ tabs }) => tabs.some(({ isCurrent }) => isCurrent));
  const links = groups.flatMap((group): Link[] => {
    const [first, ...others] = group.tabs;
    if (!first) return [];
    if (others.length === 0) return [linkTo(first)];
    return [{ title: group.title, path: first.path, current: group === shown ? 'true' : undefined }];
  });
  return (
    <>
      <Row label={label} links={links} />
      {shown && shown.tabs.length > 1 && (
        <Row key={shown.title} label={`${label}: ${shown.title}`} links={shown.tabs.map(linkTo)} isInner />
      )}
    </>
  );
};
