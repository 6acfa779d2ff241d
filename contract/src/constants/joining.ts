/** How people join a community, on the pages that the server renders and in the application. */
import { defineMessages, type MessageDescriptor } from '../base/message.ts';
import type { RegistrationMode } from '../community/community.ts';

export const joiningTexts = defineMessages('community.joining', {
  join: 'Join',
  ask: 'Ask to join',
  byApproval: 'The people who run this community decide who joins.',
  invited: 'I have an invitation',
  byInvitation: 'You can only join this community by invitation.',
  closed: 'This community is not accepting new members at the moment.',
});

export type Joining = {
  /** The link to the form; null if nobody may join. */
  link: MessageDescriptor | null;
  /** Who may join, unless everyone may. */
  note: MessageDescriptor | null;
};

const { join, ask, byApproval, invited, byInvitation, closed } = joiningTexts;

export const joiningByMode: Record<RegistrationMode, Joining> = {
  open: { link: join, note: null },
  approval: { link: ask, note: byApproval },
  invitation: { link: invited, note: byInvitation },
  closed: { link: null, note: closed },
};
