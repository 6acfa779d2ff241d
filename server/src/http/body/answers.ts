/** Answers whose body lies ready as JSON text, checked against the contract by who made it. */

type Beside = { message?: string };

/** What stands around the body in the text of an answer; the contract's envelope with `beside` in it. */
export function aroundBody({ message = 'OK', ...beside }: Beside): { before: string; after: string } {
  return {
    before: `${JSON.stringify({ status: 200, success: true, message, ...beside }).slice(0, -1)},"body":`,
    after: '}',
  };
}

/**
 * A body of a list that is asked for often, as JSON text: its views name each field they give, so that nothing else can
 * leave, and the call's tests parse it with the contract. Text, not bytes: what is sent once is cheapest so.
 */
export const writeBody = (body: object): string => JSON.stringify(body);
