import { defineMessages } from '@afterhours/contract/base/message';

/** Texts for buttons and labels that have the same meaning everywhere. */
export const words = defineMessages('ui', {
  viewAsGuest: 'View as a guest',
  cancel: 'Cancel',
  clear: 'Clear',
  close: 'Close',
  discard: 'Discard',
  discardChanges: 'Discard changes',
  copyLink: 'Copy link',
  dismiss: 'Dismiss',
  loading: 'Loading',
  save: 'Save',
  seeLess: 'See less',
  seeMore: 'See more',
  tryAgain: 'Try again',
  /** The name of a button that each row of a list has, so that they can be told apart. */
  ofRow: '{action}: {row}',
  undo: 'Undo',
  unread: 'unread',
});
