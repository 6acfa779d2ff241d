/** Ten thousand notifications, and quiet hours in the nights on which clocks change. */
import { HOUR_MS } from '@afterhours/contract/base/durations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { memberFollowed } from '#features/follow/events.ts';
import { postLiked } from '#features/likes/events.ts';
import { followMember, prefer } from '#testing/notifications/notification-mail.ts';
import { addDevice, listPushes, pushNow } from '#testing/notifications/push.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { type SecondServer, startSecondServer } from '#testing/second-server.ts';
import { type FakePushService, type PushDevice, startFakePushService } from '#testing/servers/fake-push-service.ts';
import { buildTestApp, type TestApp, withoutJobs } from '#testing/test-app.ts';
import { pushDue } from './send-due.ts';

let app: TestApp;
let other: SecondServer;
let service: FakePushService;

beforeAll(async () => {
  service = await startFakePushService();
  app = await buildTestApp(withoutJobs, undefined, { hostOverrides: service.hostOverrides });
  other = await startSecondServer(app, { hostOverrides: service.hostOverrides });
});
afterAll(async () => {
  await other.stop();
  await app.close();
  await service.close();
});

const MEMBERS = 100;
const FANS = 99;
/** The total of notifications: a hundred for each member, some grouped as likes of one post and some as follows. */
const RAW = 10_000;

/** Inserts members without sessions, who act on the others' posts and profiles. */
async function insertFans(count: number): Promise<string[]> {
  const model = await buildMember(app);
  const ids = Array.from({ length: count }, () => newId());
  const { rows } = await sql<{ columns: string }>`
    SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
    WHERE table_name = 'users' AND column_name NOT IN ('id', 'email', 'username') AND is_generated = 'NEVER'
      AND table_schema = current_schema()`.execute(app.services.db);
  const columns = sql.raw(rows[0]?.columns ?? '');
  await sql`
    INSERT INTO users (id, email, username, ${columns})
    SELECT fan.id, fan.id || '@example.com', 'fan' || fan.n, ${columns}
    FROM users, unnest(${ids}::uuid[]) WITH ORDINALITY AS fan(id, n) WHERE users.id = ${model.id}::uuid
    `.execute(app.services.db);
  return ids;
}

/**
 * Returns the number of notifications that a title stands for: "99 new followers", "Ana Lima and 98 others …", or one.
 */
function countOf(title: string): number {
  const grouped = /^(\d+) new /.exec(title);
  if (grouped) return Number(grouped[1]);
  const others = / and (\d+) others? /.exec(title);
  return 1 + Number(others?.[1] ?? 0);
}

describe('Ten thousand notifications', () => {
  it('reach each device once, single or grouped, and the groups add up', async () => {
    const fans = await insertFans(FANS);
    const devices: PushDevice[] = [];
    const members = [];
    for (let at = 0; at < MEMBERS; at++) {
      const member = await buildMember(app);
      await prefer(app, member, { kinds: ['followed', 'liked'].map((kind) => ({ kind, push: true })) });
      devices.push(await addDevice(app, service, member));
      members.push(member);
    }
    let raw = 0;
    for (const [at, member] of members.entries()) {
      const { _id: postId } = await buildPost(app, member);
      // Half of the members have many likes of one post; each member has a hundred notifications in all.
      const likes = at < MEMBERS / 2 ? fans.length : 1;
      const follows = at < MEMBERS / 2 ? 1 : fans.length;
      await inTransaction(app.services, async (tx) => {
        await tx.emitAll(
          postLiked,
          fans.slice(0, likes).map((actorId) => ({ postId, ownerId: member.id, actorId })),
        );
        await tx.emitAll(
          memberFollowed,
          fans.slice(0, follows).map((actorId) => ({ followedId: member.id, actorId })),
        );
      });
      raw += likes + follows;
    }
    expect(raw).toBe(RAW);
    await sql`UPDATE push_messages SET due_at = now() - interval '1 second'`.execute(app.services.db);
    await Promise.all([pushDue(app.services), pushDue(other.services)]);
    const counts = devices.map(({ arrived }) => arrived.reduce((sum, { title }) => sum + countOf(title), 0));
    expect(new Set(counts)).toEqual(new Set([RAW / MEMBERS]));
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(RAW);
    for (const { arrived } of devices) {
      expect(arrived).toHaveLength(2);
      expect(new Set(arrived.map(({ tag }) => tag)).size).toBe(2);
    }
    const requests = service.asked();
    await pushNow(app);
    expect(service.asked()).toBe(requests);
  });
});

// `quiet.test.ts` checks other time zones. This one changes its clock by half an hour.
const ZONE = 'Australia/Lord_Howe';
/** The dates, at noon UTC, before the nights on which the clock changes. */
const DAYS = ['2026-04-04', '2026-10-03'];

describe('Quiet hours', () => {
  it('suppress all pushes in nights on which the clock changes, and send them afterwards', async () => {
    const [ana, ben] = [await buildMember(app), await buildMember(app)];
    const device = await addDevice(app, service, ana);
    await prefer(app, ana, {
      kinds: [{ kind: 'followed', push: true }],
      quiet: { from: '22:00', to: '07:00', timeZone: ZONE },
    });
    for (const day of DAYS) {
      const noon = Date.parse(`${day}T12:00:00Z`);
      let [quiet, loud] = [0, 0];
      for (let half = 0; half < 72; half++) {
        const at = new Date(noon + (half * HOUR_MS) / 2);
        const clock = at.toLocaleTimeString('en-GB', { timeZone: ZONE, hour12: false });
        const isQuiet = clock >= '22:00:00' || clock < '07:00:00';
        device.arrived.length = 0;
        if ((await listPushes(app, ana)).length === 0) {
          await sql`DELETE FROM follows WHERE followed_id = ${ana.id}::uuid`.execute(app.services.db);
          await sql`DELETE FROM notifications WHERE user_id = ${ana.id}::uuid`.execute(app.services.db);
          await followMember(app, ben, ana);
        }
        await pushNow(app, at);
        expect([clock, device.arrived.length]).toEqual([clock, isQuiet ? 0 : 1]);
        if (isQuiet) quiet++;
        else loud++;
      }
      expect(Math.min(quiet, loud)).toBeGreaterThan(10);
    }
  });
});
