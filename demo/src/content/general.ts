import texts from '../../texts/general.json' with { type: 'json' };

/** The texts of general posts. The kinds matter: comments answer to them. */
export const generalKinds = ['tip', 'question', 'win', 'snag', 'story', 'launch'] as const;
export type GeneralKind = (typeof generalKinds)[number];

/** Templates over the slots of a craft: thing, client, work, tip, question, snag, and evening, hours, amount. */
export const generalTemplates: Record<GeneralKind, readonly string[]> = texts.generalTemplates;

export const evenings = texts.evenings;
export const amounts = texts.amounts;

/** Sentences that make a post different from another of the same template. */
export const asides = texts.asides;
