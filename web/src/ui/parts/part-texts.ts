import { defineMessages } from '@afterhours/contract/base/message';

/** In a module of their own, so that a page with one kind of part does not load the other kind. */
export const partTexts = defineMessages('ui.part', {
  failed: 'This could not be loaded. Check your connection and try again.',
});
