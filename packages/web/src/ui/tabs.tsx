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
): { current: Id; tabs: readonly Tab[] } => {
  const { path, query } = useLocation();
  const ids = Object.keys(titles) as [Id, ...Id[]];
  const current = ids.find((id) => id === query['tab']) ?? ids[0];
  const tabs = ids.map((id, index) => ({
    title: titles[id],
    path: index === 0 ? path : `${path}?tab=${id}`,
    isCurrent: id === current,
  }));
  return { current, tabs };
};

/** Links between the parts of a screen. Where they scroll, the current one is in view. */
export const Tabs = ({ label, tabs }: { label: string; tabs: readonly Tab[] }) => {
  const list = useRef<HTMLElement>(null);
  const current = tabs.find(({ isCurrent }) => isCurrent)?.path;
  useEffect(() => {
    const show = (): void => {
      const [box, link] = [list.current, list.current?.querySelector<HTMLElement>('[aria-current]')];
      // Not scrollIntoView, which moves the page as well.
      if (box && link) box.scrollLeft = link.offsetLeft - (box.clientWidth - link.offsetWidth) / 2;
    };
    show();
    // Words have another width once their font is there.
    void document.fonts.ready.then(show);
  }, [current, label]);
  return (
    <nav class="tabs" aria-label={label} ref={list}>
      {tabs.map(({ title, path, isCurrent }) => (
        <a key={path} href={path} aria-current={isCurrent ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  );
};
