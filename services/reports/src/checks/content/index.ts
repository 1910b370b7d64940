export { contentLength } from './content-length.ts';
export { doctype } from './doctype.ts';
export { headings } from './headings.ts';
export { imageAlt } from './image-alt.ts';
