import type { Access, RouteDefinition } from '@afterhours/contract/base/route';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#db/statements/transaction.ts';
import { openSession } from '#features/account/loaders.ts';
import { listContractRoutes, listRawRoutes } from '#testing/calls/contract-routes.ts';
import { readDescription } from '#testing/calls/description.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildSanctioned, buildStaff, buildWaiting } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const callers = ['guest', 'unverified', 'member', 'moderator', 'owner', 'staff without a second factor'] as const;
const keptOut = ['suspended', 'banned', 'waiting'] as const;
type Caller = (typeof callers)[number] | (typeof keptOut)[number];

/** The reason a caller is stopped: not signed in, or the reason of a 403; `in` for those who may call. */
type Verdict = 'in' | 'signed out' | 'unconfirmed' | 'staff' | 'second-factor' | 'factor' | (typeof keptOut)[number];
type Row = Record<(typeof callers)[number], Verdict>;
const toRow = (guest: Verdict, ...others: [Verdict, Verdict, Verdict, Verdict, Verdict]) =>
  Object.fromEntries([guest, ...others].map((verdict, at) => [callers[at], verdict])) as Row;

// This test's application sends no mails, so `confirmed` requires nothing more than `member`.
const expected: Record<Access, Row> = {
  public: toRow('in', 'in', 'in', 'in', 'in', 'in'),
  optional: toRow('in', 'in', 'in', 'in', 'in', 'in'),
  member: toRow('signed out', 'in', 'in', 'in', 'in', 'in'),
  confirmed: toRow('signed out', 'in', 'in', 'in', 'in', 'in'),
  'confirmed-always': toRow('signed out', 'unconfirmed', 'in', 'in', 'in', 'in'),
  moderator: toRow('signed out', 'staff', 'staff', 'in', 'in', 'second-factor'),
  owner: toRow('signed out', 'staff', 'staff', 'staff', 'in', 'second-factor'),
};

let app: TestApp;
const ids = {} as Record<Exclude<Caller, 'guest'>, string>;

beforeAll(async () => {
  app = await buildTestApp();
  ids.unverified = (await buildMember(app, { confirmed: false })).id;
  ids.member = (await buildMember(app)).id;
  ids.moderator = (await buildStaff(app, 'moderator')).id;
  ids.owner = (await buildStaff(app, 'owner')).id;
  for (const caller of ['suspended', 'banned'] as const) ids[caller] = (await buildSanctioned(app, caller)).id;
  ids.waiting = (await buildWaiting(app)).id;
  ids['staff without a second factor'] = (await buildStaff(app, 'owner', { secondFactor: false })).id;
});
afterAll(() => app.close());

async function openToken(caller: Caller): Promise<string | null> {
  if (caller === 'guest') return null;
  const { password_hash } = await app.services.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', ids[caller])
    .executeTakeFirstOrThrow();
  const device = { token: null, setCookie: () => undefined };
  const client = { userAgent: 'Vitest', address: '127.0.0.1', device };
  const member = { userId: ids[caller], passwordHash: password_hash, method: 'code' as const };
  return inTransaction(app.services, async (tx) => {
    const token = await openSession(app.services, tx, member, client);
    // As if the code had been given long ago.
    await tx.db.updateTable('sessions').set({ factor_proven_at: null }).where('user_id', '=', member.userId).execute();
    return token;
  });
}

const kept = new Map<Caller, Promise<string | null>>();

/** Returns the token of a session that the caller uses until a call that may end it. */
function keepToken(caller: Caller): Promise<string | null> {
  const token = kept.get(caller) ?? openToken(caller);
  kept.set(caller, token);
  return token;
}

type AnyRoute = Pick<RouteDefinition, 'method' | 'path' | 'access' | 'recent' | 'whileSuspended' | 'whileWaiting'> & {
  body?: unknown;
};

async function verdictFor(route: AnyRoute, caller: Caller): Promise<Verdict> {
  const token = await keepToken(caller);
  // A call that changes something may end sessions. One with a body is rejected before that.
  if (route.method !== 'GET' && !route.body) kept.delete(caller);
  const response = await app.http.inject({
    method: route.method,
    url: `/api${route.path.replace(/:\w+/g, '01a1fe0b-1345-70de-9139-23416f5fc456')}`,
    headers: token === null ? {} : { authorization: `Bearer ${token}` },
    // No call accepts an array as its body: it is rejected after the gate, so that nothing is changed.
    ...(route.body ? { payload: [] } : {}),
  });
  if (response.statusCode === 401 && caller === 'guest') return 'signed out';
  const { reason } = response.headers['content-type']?.includes('json')
    ? response.json<{ reason?: Verdict }>()
    : { reason: undefined };
  return reason ?? 'in';
}

const routes: AnyRoute[] = [...(await listContractRoutes()), ...(await listRawRoutes())];

describe('The access to', () => {
  it.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))(
    '%s is as declared',
    async (_name, route) => {
      const verdictOf = {} as Record<Caller, Verdict>;
      for (const caller of [...callers, ...keptOut]) verdictOf[caller] = await verdictFor(route, caller);
      // A guest may be rejected by the call itself, as for a file with a signed address.
      if (route.access === 'public' || route.access === 'optional') verdictOf.guest = 'in';
      // The staff have two-step verification, and gave the codes for these sessions long ago. A body is rejected
      // earlier.
      const factor = typeof route.recent === 'string' && !route.body;
      const staff = factor ? ({ moderator: 'factor', owner: 'factor' } as const) : {};
      // Members who are kept out may make only the calls that allow it; public calls ignore the session.
      const isFree = (caller: (typeof keptOut)[number]) =>
        route.access === 'public' || (caller === 'waiting' ? route.whileWaiting : route.whileSuspended) === true;
      const verdicts = keptOut.map((caller) => [caller, isFree(caller) ? 'in' : caller] as const);
      expect(verdictOf).toEqual({ ...expected[route.access], ...staff, ...Object.fromEntries(verdicts) });
    },
  );

  it('staff calls is documented in the API description', async () => {
    const document = await readDescription<{
      paths: Record<string, Record<string, { 'x-access': string; 'x-while-suspended'?: true }>>;
    }>(app);
    expect(document.paths['/api/staff/members']?.get?.['x-access']).toBe('moderator');
    expect(document.paths['/api/me/decisions']?.get?.['x-while-suspended']).toBe(true);
    expect(document.paths['/api/me/reports']?.get?.['x-while-suspended']).toBeUndefined();
    expect(document.paths['/api/staff/members/{id}/role']?.put?.['x-access']).toBe('owner');
  });
});
