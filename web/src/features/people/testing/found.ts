import { buildSuggestion } from '#testing/build.ts';
import { ok } from '#testing/fake-server.ts';

/** The call behind the filters of /find. */
export const FIND = 'GET /people/find';

/** Returns its response with the members of these numbers. */
export const found = (numbers: number[], nextCursor: string | null = null) =>
  ok(
    numbers.map((number) => {
      const { follow_notification: _switch, reason: _reason, reasonParts: _parts, ...person } = buildSuggestion(number);
      return { ...person, country: 'Germany', connectionStatus: 'none', connectionRequestId: null };
    }),
    { page: null, limit: 20, nextCursor },
  );
