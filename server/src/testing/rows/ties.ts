import { newId } from '#db/statements/id.ts';
import type { TestApp } from '../test-app.ts';
import type { TestMember } from './members.ts';

/** Makes chats between these members accepted ones, by letting each follow the others. */
export async function buildTies(app: TestApp, members: readonly TestMember[]): Promise<void> {
  const pairs = members.flatMap((one) =>
    members.filter((other) => other !== one).map((other) => [one, other] as const),
  );
  await app.services.db
    .insertInto('follows')
    .values(pairs.map(([one, other]) => ({ id: newId(), follower_id: one.id, followed_id: other.id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
