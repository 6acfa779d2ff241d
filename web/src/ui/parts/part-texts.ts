import { defineMessages } from '@afterhours/contract/base/message';

/** Apart from the parts themselves, so that a page with one kind of them does not load the other. */
export const partTexts = defineMessages('ui.part', {
  failed: 'This could not be loaded. Check your connection and try again.',
});
