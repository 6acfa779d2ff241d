import texts from '../../texts/general.json' with { type: 'json' };

/** The kinds of general posts, which decide what the comments say. */
export const generalKinds = ['tip', 'question', 'win', 'snag', 'story', 'launch'] as const;
export type GeneralKind = (typeof generalKinds)[number];

/** Templates of posts. Slots: those of a craft (thing, client, work, tip, question, snag), evening, hours, amount. */
export const generalTemplates: Record<GeneralKind, readonly string[]> = texts.generalTemplates;

export const evenings = texts.evenings;
export const amounts = texts.amounts;

/** Sentences that distinguish posts from the same template. */
export const asides = texts.asides;
