import './styles.ts';
import './public.css';

import { hydrate } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import { language } from '../i18n/spoken.ts';
import { createAddress, PalettePage, ThemePage } from './palette-page.tsx';
import type { PageData } from './palette-page.tsx';

/** The page of an address, which follows it. */
const Page = (data: PageData) => {
  const [search, setSearch] = useState(data.search);
  useEffect(() => {
    const back = (): void => {
      setSearch(location.search);
    };
    addEventListener('popstate', back);
    return () => {
      removeEventListener('popstate', back);
    };
  }, []);
  const address = createAddress(search, (next) => {
    history.pushState(null, '', next);
    setSearch(next);
  });
  return data.page === 'palette' ? (
    <PalettePage content={data.content} address={address} />
  ) : (
    <ThemePage content={data.content} address={address} />
  );
};

const data = document.getElementById('page-data');
const root = document.getElementById('app');
if (data && root) {
  const read = JSON.parse(data.textContent) as PageData;
  language.value = read.language;
  hydrate(<Page {...read} />, root);
}
