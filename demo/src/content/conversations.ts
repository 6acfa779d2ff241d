import texts from '../../texts/conversations.json' with { type: 'json' };

/** Exchanges between two members: 'a' begins. Slots: a, b (first names), thing, client, work. */
export type Line = readonly [who: 'a' | 'b', text: string];

export const conversations: readonly (readonly Line[])[] =
  texts.conversations as unknown as readonly (readonly Line[])[];

/** Messages of a job's author and an applicant after the application itself. */
export const afterApplication: readonly Line[] = texts.afterApplication as unknown as readonly Line[];

/** Notes of an invitation; null where there was none. */
export const invitationNotes: readonly (string | null)[] = texts.invitationNotes;

/** The notes of the demo member's open invitations, received and sent, each different. */
export const demoNotes: readonly string[] = texts.demoNotes;
