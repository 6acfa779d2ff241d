/** What pages for guests say about joining, by who may join. */
import { defineMessages, type Message } from '@afterhours/contract/base/message';
import type { RegistrationMode } from '@afterhours/contract/community';
import { accountTexts } from './account-texts.ts';

export const joiningTexts = defineMessages('account.joining', {
  join: 'Join',
  ask: 'Ask to join',
  byApproval: 'The people who run this community decide who joins.',
  invited: 'I have an invitation',
  byInvitation: 'You can only join this community by invitation.',
  closed: 'This community is not accepting new members at the moment.',
});

type Joining = {
  /** The link in the top bar, which has no room for a longer label on a phone. */
  bar: Message | null;
  /** The link in the opening; null if nobody may join. */
  opening: Message | null;
  /** The link at the end of the page. */
  end: Message | null;
  /** How to join, unless everybody may. */
  note: Message | null;
};

const { join, ask, byApproval, invited, byInvitation, closed } = joiningTexts;

const joiningOf: Record<RegistrationMode, Joining> = {
  open: { bar: join, opening: accountTexts.createAccount, end: join, note: null },
  approval: { bar: null, opening: ask, end: ask, note: byApproval },
  invitation: { bar: null, opening: invited, end: invited, note: byInvitation },
  closed: { bar: null, opening: null, end: null, note: closed },
};

export const joiningModes = Object.keys(joiningOf);

const isMode = (mode: string): mode is RegistrationMode => Object.hasOwn(joiningOf, mode);

/** Returns the texts for a mode that the server has written into the page. */
export const findJoining = (mode: string): Joining => joiningOf[isMode(mode) ? mode : 'open'];
