import texts from '../../texts/conversations.json' with { type: 'json' };

/** A line of a conversation between two members, of whom 'a' begins. Slots: a, b (first names), thing, client, work. */
export type Line = readonly [who: 'a' | 'b', text: string];

export const conversations: readonly (readonly Line[])[] =
  texts.conversations as unknown as readonly (readonly Line[])[];

/** The messages between an applicant and the job's author that follow the application itself. */
export const afterApplication: readonly Line[] = texts.afterApplication as unknown as readonly Line[];

/** Notes of invitations; null for an invitation without one. */
export const invitationNotes: readonly (string | null)[] = texts.invitationNotes;

/** Notes for the demo member's open invitations, received and sent; all are different. */
export const demoNotes: readonly string[] = texts.demoNotes;
