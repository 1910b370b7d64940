import './styles.ts';
import './public.css';
import './reports.css';

import { h, hydrate } from 'preact';
import type { ComponentType } from 'preact';

import { language } from '../i18n/spoken.ts';
import { withExplanations } from '../report/category.tsx';
import type { CategoryProps } from '../report/category.tsx';
import { LIVE } from './live-parts.ts';
import type { LiveName } from './live-parts.ts';

const isLive = (name: string): name is LiveName => Object.hasOwn(LIVE, name);

language.value = document.documentElement.lang === 'de' ? 'de' : 'en';
for (const data of document.querySelectorAll<HTMLScriptElement>('script[data-of]')) {
  const name = data.dataset['of'] ?? '';
  const root = data.previousElementSibling;
  if (!root || !isLive(name)) continue;
  const Part = LIVE[name] as ComponentType<object>;
  const props = JSON.parse(data.textContent) as object;
  hydrate(h(Part, name === 'category' ? withExplanations(props as CategoryProps, root) : props), root);
}
