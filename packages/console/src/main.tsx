import './design/base.css';
import './design/parts.css';

import { render } from 'preact';

import { App } from './app.tsx';

const root = document.getElementById('app');
if (root) {
  // What the page shows until the scripts have come.
  root.replaceChildren();
  render(<App />, root);
}
