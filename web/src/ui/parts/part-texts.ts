import { defineMessages } from '@afterhours/contract/base/message';
import { isFileGone } from '#lib/parts/load-files.ts';
import { t } from '#lib/text/translate.ts';

/** In a module of their own, so that a page with one kind of part does not load the other kind. */
export const partTexts = defineMessages('ui.part', {
  failed: 'This could not be loaded. Check your connection and try again.',
  gone: 'The site was updated after you opened this page. Reload the page to go on.',
});

/** Returns why a part could not be loaded. */
export const describeFailure = (error: unknown): string => t(isFileGone(error) ? partTexts.gone : partTexts.failed);
