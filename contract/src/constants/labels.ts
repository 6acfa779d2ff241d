/**
 * Labels that staff can put on content that stays visible; everyone sees them, guests included. Lists show labels
 * before any form is loaded.
 */
import { defineMessages, type MessageDescriptor } from '../base/message.ts';

export const labels = ['sensitive', 'misleading', 'unverified_offer', 'advertising'] as const;
export type Label = (typeof labels)[number];

/** The name of each label, as shown on the content. */
export const labelNames = defineMessages('label', {
  sensitive: 'Sensitive content',
  misleading: 'Misleading',
  unverified_offer: 'Unverified offer',
  advertising: 'Advertising',
});

/** What each label tells the reader. */
export const labelNotes = defineMessages('label.note', {
  sensitive: 'It may upset some people, so it is covered until you choose to see it.',
  misleading: 'It leaves out or twists something that matters. Look at other sources before you rely on it.',
  unverified_offer: 'This offer has not been verified. Check it before you pay or share personal data.',
  advertising: 'It promotes something that makes money for its author, or for somebody who paid for it.',
});

// Every label has a name and a note.
labelNames satisfies Record<Label, MessageDescriptor>;
labelNotes satisfies Record<Label, MessageDescriptor>;

/** Whether pictures and texts with this label are covered until the reader chooses to see them. */
export const isCovered = (label: Label | null | undefined): boolean => label === 'sensitive';
