import { body } from '../page-fixture.ts';
import type { Examples } from './example.ts';

const images = (named: number, nameless: number) =>
  body('<img src=a.jpg alt="">'.repeat(named) + '<img src=b.jpg>'.repeat(nameless));
const html = (source: string) => ({ html: source });

export const content: Examples = {
  headings: {
    pass: [{}, body('<h1>A</h1><h2>B</h2><h3>C</h3><h2>D</h2>')],
    warn: [body('<h1>A</h1><h1>B</h1>'), body('<h1>A</h1><h3>B</h3>')],
    fail: [body('<h2>A</h2>'), body('<p>Text</p>'), body('<h1 hidden>A</h1><p>Text</p>')],
    not_applicable: [body('')],
  },
  'image-alt': {
    pass: [images(3, 0), body('<img src=a.jpg aria-label="A tree"><img role=presentation src=b.jpg>')],
    warn: [images(9, 1)],
    fail: [images(8, 1), images(0, 1)],
    not_applicable: [body(''), body('<img src=a.jpg aria-hidden=true>')],
  },
  'content-length': {
    pass: [body('word '.repeat(300)), body('木'.repeat(600))],
    warn: [body('word '.repeat(150)), body('木'.repeat(590))],
    fail: [
      body('word '.repeat(149)),
      body(`<script>${'word '.repeat(400)}</script><p hidden>${'word '.repeat(400)}</p>`),
    ],
  },
  doctype: {
    pass: [html('<!DOCTYPE html><p>x'), html('<!-- c --><!doctype html SYSTEM "about:legacy-compat"><p>x')],
    fail: [
      html('<p>x'),
      html('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN"><p>x'),
      html(
        '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd"><p>x',
      ),
    ],
  },
};
