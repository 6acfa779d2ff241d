/** The state of a history entry for something that was opened from a list on the same page; Back leads to the list. */
export const detailEntry = { detail: true } as const;

export const isDetailEntry = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'detail' in state;
