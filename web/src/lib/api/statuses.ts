/** Whether a failed call may succeed later: the server was unreachable, overloaded or failing. */
export const isTemporary = (status: number): boolean => status === 0 || status === 429 || status >= 500;
