import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { createBulk } from '../bulk.ts';
import { demoNotes, invitationNotes } from '../content/conversations.ts';
import { DEMO_INDEX } from '../content/names.ts';
import type { Plan } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import type { Members } from './members.ts';

const stamp = 'timestamptz';

/** Writes follows. A few members have very many followers, most have some. */
export async function writeFollows(db: Db, plan: Plan, members: Members): Promise<void> {
  const random = createRandom(`${plan.seed}/follows`);
  const rows = createBulk(db, 'follows', { id: 'uuid', follower_id: 'uuid', followed_id: 'uuid', created_at: stamp });
  for (const [index, id] of members.ids.entries()) {
    const least = index === DEMO_INDEX ? plan.followsPerMember : 1;
    for (const followed of random.sample(plan.members, least + random.count(plan.followsPerMember - 1), 2.4)) {
      if (followed === index) continue;
      const time = plan.now.getTime() - random.next() ** 1.5 * plan.days * DAY_MS;
      await rows.add(random.idAt(time), id, members.ids[followed] ?? '', new Date(time));
    }
  }
  await rows.flush();
}

type Status = 'pending' | 'accepted' | 'rejected';
type Invitation = { from: number; to: number; status: Status };

/** The number of the demo member's connections, and of the open invitations received and sent. */
const demoConnected = 12;
const demoReceived = 4;
const demoSent = 3;

function demoInvitation(number: number, other: number): Invitation {
  if (number < demoConnected) return { from: other, to: DEMO_INDEX, status: 'accepted' };
  return number < demoConnected + demoReceived
    ? { from: other, to: DEMO_INDEX, status: 'pending' }
    : { from: DEMO_INDEX, to: other, status: 'pending' };
}

function drawInvitation(random: Random, member: number, other: number): Invitation {
  const draw = random.next();
  const status = draw < 0.78 ? 'accepted' : draw < 0.95 ? 'pending' : 'rejected';
  return random.chance(0.5) ? { from: member, to: other, status } : { from: other, to: member, status };
}

/** Returns the invitations between a member and members with a higher index, so that each pair has only one. */
function invitationsOf(plan: Plan, random: Random, member: number): Invitation[] {
  const later = plan.members - member - 1;
  const isDemo = member === DEMO_INDEX;
  const size = isDemo ? demoConnected + demoReceived + demoSent : random.count(plan.connectionsPerMember * 0.7);
  return random
    .sample(later, size)
    .map((offset, number) =>
      isDemo ? demoInvitation(number, member + 1 + offset) : drawInvitation(random, member, member + 1 + offset),
    );
}

/** Returns a function that draws the note of an invitation. If texts have to be distinct, it uses each only once. */
function createNotes(plan: Plan, random: Random): (isOpenDemo: boolean) => string | null {
  const drawn = new Set<string>();
  return (isOpenDemo) => {
    const note = isOpenDemo ? (demoNotes.find((text) => !drawn.has(text)) ?? null) : random.pick(invitationNotes);
    if (note === null || (plan.distinctTexts && drawn.has(note))) return null;
    drawn.add(note);
    return note;
  };
}

/** Writes invitations and the resulting connections. Returns the indices of the demo member's connections. */
export async function writeConnections(db: Db, plan: Plan, members: Members): Promise<number[]> {
  const random = createRandom(`${plan.seed}/connections`);
  const requests = createBulk(db, 'connection_requests', {
    id: 'uuid',
    from_user_id: 'uuid',
    to_user_id: 'uuid',
    status: 'text',
    note: 'text',
    created_at: stamp,
    updated_at: stamp,
  });
  const ties = createBulk(db, 'connections', { user_id: 'uuid', other_user_id: 'uuid', created_at: stamp });
  const nextNote = createNotes(plan, random);
  const demoFriends: number[] = [];
  for (let member = 0; member < plan.members; member++) {
    for (const { from, to, status } of invitationsOf(plan, random, member)) {
      const span = status === 'pending' ? 12 : plan.days;
      const sentAt = plan.now.getTime() - random.next() * span * DAY_MS;
      const answeredAt = new Date(
        status === 'pending' ? sentAt : sentAt + (plan.now.getTime() - sentAt) * random.next() * 0.5,
      );
      const [fromId, toId] = [members.ids[from] ?? '', members.ids[to] ?? ''];
      const note = nextNote(status === 'pending' && (from === DEMO_INDEX || to === DEMO_INDEX));
      await requests.add(random.idAt(sentAt), fromId, toId, status, note, new Date(sentAt), answeredAt);
      if (status !== 'accepted') continue;
      await ties.add(fromId, toId, answeredAt);
      await ties.add(toId, fromId, answeredAt);
      if (to === DEMO_INDEX) demoFriends.push(from);
    }
  }
  await requests.flush();
  await ties.flush();
  return demoFriends;
}
