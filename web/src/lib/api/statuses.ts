/** Request Timeout, Too Early, Too Many Requests. */
const TEMPORARY: ReadonlySet<number> = new Set([408, 425, 429]);

/** Whether a failed call may succeed later: the server was unreachable (0), overloaded or failing, or the call slow. */
export const isTemporary = (status: number): boolean => status === 0 || status >= 500 || TEMPORARY.has(status);

/** Whether what the call is about does not exist: 404, or 422 for an address without a valid id. */
export const isNotFound = (status: number): boolean => status === 404 || status === 422;
