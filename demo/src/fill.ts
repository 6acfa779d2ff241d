import { rm } from 'node:fs/promises';
import path from 'node:path';
import { isReachable } from '@afterhours/server/config/reachable.ts';
import { hashPassword } from '@afterhours/server/features/account/sign-in/passwords.ts';
import type { Services } from '@afterhours/server/services.ts';
import { markDemo, readDemoState } from '@afterhours/server/start/demo-marker.ts';
import { demoSignIn, type SignIn } from '@afterhours/server/start/demo-sign-in.ts';
import { makeDemoOwner } from '@afterhours/server/start/first-owner.ts';
import { generate } from './generate.ts';
import { createPictureStock, drawStock } from './pictures/stock.ts';
import { demoSize } from './plan.ts';

const ALREADY_FILLED = 'The demo community is already there.';

type FillServices = Pick<Services, 'db' | 'storage' | 'config'>;
type FillOptions = {
  onProgress(line: string): void;
  /** Another seed than the default creates another community. */
  seed?: string;
  now?: Date;
  /** Replaces the function that draws the pictures. */
  draw?: typeof drawStock;
};

/**
 * Fills the database with the demo community, or leaves it unchanged: one transaction writes rows, marker and counts,
 * and commits after the last file is stored. Returns the demo member's sign-in. Throws if the community exists.
 */
export async function fillDemo({ db, storage, config }: FillServices, options: FillOptions): Promise<SignIn> {
  const { seed = demoSize.seed, now = new Date(), draw = drawStock } = options;
  options.onProgress('Filling the database with a demo community …');
  if ((await readDemoState(db)) === 'filled') throw new Error(ALREADY_FILLED);
  const signIn = demoSignIn(config);
  const folder = path.join(config.dataDir, 'tmp', 'demo');
  try {
    const [stock, passwordHash] = await Promise.all([draw(seed, folder), hashPassword(signIn.password)]);
    const pictures = createPictureStock(stock, seed);
    const demoMember = { email: signIn.email, passwordHash };
    await db.transaction().execute(async (tx) => {
      if (!(await markDemo(tx, true))) throw new Error(ALREADY_FILLED);
      await generate(tx, { ...demoSize, seed, now, demoMember, pictures });
      await makeDemoOwner(tx, signIn.email, !isReachable(config));
      options.onProgress(`  ${demoSize.members} members, ${demoSize.posts} posts; storing their pictures …`);
      await pictures.store(storage);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return signIn;
}
