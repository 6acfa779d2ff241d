/** The lists that other features show. */
export { listTag } from './lists.ts';
export { previewOfTag } from './pages.ts';
