/** The dialogs about others, for the menus of many features. */
import { lazyPart } from '#ui/parts/lazy-part.tsx';

export const BlockDialog = lazyPart(async () => (await import('./block-dialog.tsx')).BlockDialog);
export const ReportDialog = lazyPart(async () => (await import('./report-dialog.tsx')).ReportDialog);
