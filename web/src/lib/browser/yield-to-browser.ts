/** Yields between two pieces of work: resolves once the browser has handled pending input and painted. */
export const yieldToBrowser = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
