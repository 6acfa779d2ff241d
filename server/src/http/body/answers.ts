/** Answers whose body is JSON text already, checked against the contract by its builder. */

type Beside = { message?: string };

/** The text around the body of an answer: the contract's envelope with `beside` in it. */
export function aroundBody({ message = 'OK', ...beside }: Beside): { before: string; after: string } {
  return {
    before: `${JSON.stringify({ status: 200, success: true, message, ...beside }).slice(0, -1)},"body":`,
    after: '}',
  };
}

/**
 * Serializes the body of a frequently requested list. Its views name each field, so that no other can leave, and the
 * call's tests parse it with the contract. It is text, not bytes, because text is cheapest to send once.
 */
export const writeBody = (body: object): string => JSON.stringify(body);
