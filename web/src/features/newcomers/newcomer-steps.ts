/** The steps of a new member's first evening, in their order; each can be skipped. */
export const steps = ['picture', 'intro', 'tags', 'people'] as const;
export type Step = (typeof steps)[number];

/** Returns the step that the URL names; the first one for any other value. */
export const toStep = (value: string | null): Step => steps.find((step) => step === value) ?? steps[0];

/** Returns the step after this one; null after the last. */
export const stepAfter = (step: Step): Step | null => steps[steps.indexOf(step) + 1] ?? null;
