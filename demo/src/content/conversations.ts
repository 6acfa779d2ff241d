import texts from '../../texts/conversations.json' with { type: 'json' };

/** Exchanges between two members: 'a' begins. Slots: a, b (first names), thing, client, work. */
export type Line = readonly [who: 'a' | 'b', text: string];

export const conversations: readonly (readonly Line[])[] =
  texts.conversations as unknown as readonly (readonly Line[])[];

/** What a job's author and an applicant write after the application itself. */
export const afterApplication: readonly Line[] = texts.afterApplication as unknown as readonly Line[];

/** Notes that came with an invitation; null where there was none. */
export const invitationNotes: readonly (string | null)[] = texts.invitationNotes;

/** Those of the demo member's open invitations: each came, or went, with words of its own. */
export const demoNotes: readonly string[] = texts.demoNotes;
