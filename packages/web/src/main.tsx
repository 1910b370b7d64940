import './design/font.css';
import './design/base.css';
import './design/parts.css';

import { render } from 'preact';

import { App } from './app.tsx';
import { ignoreDoubleClicks } from './loading/use-submit.ts';

ignoreDoubleClicks();
const root = document.getElementById('app');
if (root) {
  // Removes the content shown until the scripts have loaded.
  root.replaceChildren();
  render(<App />, root);
}
