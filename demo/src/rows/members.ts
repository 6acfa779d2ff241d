import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { type Cell, createBulk } from '../bulk.ts';
import { bioEndings, bioOpenings } from '../content/background.ts';
import type { Craft } from '../content/craft.ts';
import { craftAt, crafts, slotsOf } from '../content/crafts.ts';
import { fillTemplate } from '../content/grammar.ts';
import { DEMO_INDEX, type Name, names, usernameOf } from '../content/names.ts';
import type { Pictures, Plan } from '../plan.ts';
import { createRandom, type Random } from '../random.ts';
import type { Life } from './careers.ts';
import { createUploadRows } from './uploads.ts';

/** The members, by column. Everywhere else, the index identifies a member; the lower it is, the busier the member. */
export type Members = { ids: string[]; firstNames: string[]; crafts: Uint8Array; lives: Life[] };

const columns = {
  id: 'uuid',
  email: 'text',
  email_verified_at: 'timestamptz',
  password_hash: 'text',
  username: 'text',
  first_name: 'text',
  last_name: 'text',
  country: 'text',
  profession: 'text',
  gender: 'text',
  dob: 'date',
  employment: 'text',
  education: 'text',
  intro_details: 'text',
  bio: 'text',
  image: 'text',
  cover_image: 'text',
  last_seen_at: 'timestamptz',
  created_at: 'timestamptz',
  updated_at: 'timestamptz',
};

const at = <T>(items: readonly T[], index: number): T => items[index % items.length] as T;

/** Returns the name at this index; beyond the list, a new pair of a first and a last name, with a numbered username. */
function nameOf(index: number, random: Random): { name: Name; username: string } {
  if (index < names.length) return { name: at(names, index), username: usernameOf(at(names, index), 0) };
  const first = random.pick(names);
  const name: Name = [first[0], random.pick(names)[1], first[2], first[3]];
  return { name, username: `member.${index}` };
}

function birthday(random: Random, now: Date): string {
  const years = random.between(21, 62);
  return new Date(now.getTime() - (years * 365.25 + random.between(0, 364)) * DAY_MS).toISOString().slice(0, 10);
}

/** Returns the usernames of existing members. Only a database that is not new has any. */
async function takenUsernames(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('users').select('username').execute();
  return new Set(rows.map((row) => row.username));
}

function pickPictures(pictures: Pictures | null, random: Random, isDemo: boolean, gender: Name[3]) {
  if (!pictures) return { image: null, cover: null };
  return {
    image: isDemo || random.chance(0.92) ? pictures.portrait(gender) : null,
    cover: isDemo || random.chance(0.8) ? pictures.cover() : null,
  };
}

function bioOf(craft: Craft, random: Random): string {
  const opening = random.pick([...craft.background.bios, ...bioOpenings]);
  return `${fillTemplate(random, opening, slotsOf(craft, random))} ${random.pick(bioEndings)}`;
}

type NewMember = {
  id: string;
  joined: number;
  name: Name;
  username: string;
  isDemo: boolean;
  craftIndex: number;
  profession: string;
  dob: string;
  pictures: MemberPictures;
};
type MemberPictures = ReturnType<typeof pickPictures>;

function makeMember(plan: Plan, random: Random, index: number, taken: ReadonlySet<string>): NewMember {
  const isDemo = index === DEMO_INDEX;
  const craftIndex = index < crafts.length ? index : random.between(0, crafts.length - 1);
  const { name, username: wanted } = nameOf(index, random);
  const username = taken.has(wanted) ? `${wanted}.${random.between(1000, 9999)}` : wanted;
  const joined = plan.now.getTime() - (plan.days + random.next() * 340 + 1) * DAY_MS;
  const pictures = pickPictures(plan.pictures, random, isDemo, name[3]);
  const profession = random.pick(craftAt(craftIndex).professions);
  const dob = birthday(random, plan.now);
  return { id: random.idAt(joined), joined, name, username, isDemo, craftIndex, profession, dob, pictures };
}

function cellsOf(member: NewMember, plan: Plan, random: Random): Cell[] {
  const { id, joined, name, username, isDemo, pictures } = member;
  const craft = craftAt(member.craftIndex);
  const lastSeen = new Date(plan.now.getTime() - random.next() ** 2 * 6 * DAY_MS);
  return [
    id,
    isDemo ? plan.demoMember.email : `${username}@members.afterhours.example`,
    isDemo || random.chance(0.9) ? new Date(joined + 600_000) : null,
    isDemo ? plan.demoMember.passwordHash : null,
    username,
    name[0],
    name[1],
    name[2],
    member.profession,
    name[3],
    member.dob,
    random.pick(['Full-Time', 'Part-Time', null]),
    random.pick(['Post Graduate', 'Graduate', 'Intermediate', 'Metric']),
    isDemo || random.chance(0.9) ? random.pick(craft.intros) : null,
    bioOf(craft, random),
    pictures.image?.filename ?? null,
    pictures.cover?.filename ?? null,
    lastSeen,
    new Date(joined),
    lastSeen,
  ];
}

const toLife = ({ profession, name, dob, joined }: NewMember): Life => ({
  profession,
  country: name[2],
  born: Number(dob.slice(0, 4)),
  joined,
});

/** Writes the members with their pictures, and returns them. */
export async function writeMembers(db: Db, plan: Plan): Promise<Members> {
  const random = createRandom(`${plan.seed}/members`);
  const taken = await takenUsernames(db);
  const rows = createBulk(db, 'users', columns);
  const members: Members = { ids: [], firstNames: [], crafts: new Uint8Array(plan.members), lives: [] };
  const withPictures: NewMember[] = [];
  for (let index = 0; index < plan.members; index++) {
    const member = makeMember(plan, random, index, taken);
    await rows.add(...cellsOf(member, plan, random));
    members.ids.push(member.id);
    members.firstNames.push(member.name[0]);
    members.crafts[index] = member.craftIndex;
    members.lives.push(toLife(member));
    if (member.pictures.image || member.pictures.cover) withPictures.push(member);
  }
  await rows.flush();
  const uploads = createUploadRows(db, random);
  for (const { id, joined, pictures } of withPictures) {
    if (pictures.image) await uploads.add(id, 'users', pictures.image, joined);
    if (pictures.cover) await uploads.add(id, 'users', pictures.cover, joined);
  }
  await uploads.flush();
  return members;
}
