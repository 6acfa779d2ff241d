import { expect, it } from 'vitest';
import { buildMember } from '#testing/rows/members.ts';
import { buildTestApp } from '#testing/test-app.ts';
import { giveBackMemory } from './start/give-back-memory.ts';

async function runAndStop(): Promise<WeakRef<object>> {
  const app = await buildTestApp();
  await buildMember(app);
  await app.close();
  return new WeakRef(app.services);
}

it('An application that has stopped leaves neither timers nor memory behind', async () => {
  const stopped = await runAndStop();
  await expect
    .poll(() => {
      giveBackMemory();
      return stopped.deref() === undefined;
    })
    .toBe(true);
});
