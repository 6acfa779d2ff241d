/** A route's schema: how its calls are validated, and how the API description documents them. */
import { RECENT_MINUTES } from '@afterhours/contract/account/recent-proof';
import { failure } from '@afterhours/contract/base/envelope';
import { type Access, type RouteDefinition, responseSchema } from '@afterhours/contract/base/route';

/** A call's access in words, for the API description; `x-access` states it for programs. */
const accessNotes: Record<Access, string> = {
  public: 'For everyone.',
  optional: 'For everyone; for members, the response includes their own state.',
  member: 'For members.',
  confirmed: 'For members with a confirmed email address, if this installation sends mails; 403 for others.',
  'confirmed-always': 'For members with a confirmed email address; 403 for others.',
  moderator: 'For moderators and owners with two-step verification or a passkey; 403 for others.',
  owner: 'For owners with two-step verification or a passkey; 403 for others.',
};

const SUSPENDED_NOTE = 'Also for members who are suspended or banned.';
const WAITING_NOTE = 'Also for members whose request to join is undecided.';
const RECENT_NOTE = `Requires a password, passkey or code given in the last ${RECENT_MINUTES} minutes (/auth/confirm).`;
const DAILY_NOTE = 'Owners may limit how often a member does this in a day; 429 with the reason `daily` beyond that.';
const SELLER_NOTE = 'Owners may let only some members sell webinars; 403 with the reason `seller` for others.';
const FACTOR_NOTE = 'Members who have a passkey or two-step verification confirm by one of these.';
const recentNote = (recent: NonNullable<RouteDefinition['recent']>): string =>
  recent === 'factor' ? `${RECENT_NOTE} ${FACTOR_NOTE}` : recent === 'factor-if-any' ? FACTOR_NOTE : RECENT_NOTE;

/** A call's heading in the API description: the first segment of a path that has several. */
const tagOf = ({ path: route }: RouteDefinition): string => /^\/([\w-]+)\/./.exec(route)?.[1] ?? 'account';

/** Returns a route's schema. */
export function describeRoute(route: RouteDefinition) {
  const { access, whileSuspended, whileWaiting, recent, daily, sells, params, query: querystring, body, files } = route;
  return {
    summary: route.summary,
    description: [
      accessNotes[access],
      whileSuspended && SUSPENDED_NOTE,
      whileWaiting && WAITING_NOTE,
      recent && recentNote(recent),
      daily && DAILY_NOTE,
      sells && SELLER_NOTE,
    ]
      .filter(Boolean)
      .join(' '),
    'x-access': access,
    ...(whileSuspended ? { 'x-while-suspended': true } : {}),
    ...(whileWaiting ? { 'x-while-waiting': true } : {}),
    ...(recent ? { 'x-recent': recent } : {}),
    ...(daily ? { 'x-daily': daily.kind } : {}),
    ...(sells ? { 'x-sells': sells } : {}),
    tags: [tagOf(route)],
    ...(params ? { params } : {}),
    ...(querystring ? { querystring } : {}),
    ...(body ? { body } : {}),
    ...(files ? { consumes: ['application/json', 'multipart/form-data'] } : {}),
    ...(access === 'public' ? {} : { security: [{ token: [] }] }),
    response: { 200: responseSchema(route), '4xx': failure, '5xx': failure },
  };
}
