import { StartError } from '../../server/src/platform/start-error.ts';
import { readWords } from '../run/command-words.ts';
import { readConfig } from '../run/read-config.ts';
import { reportFailure } from '../run/report-failure.ts';

/** `npm run owner -- <email>`: makes a member an owner of the community; a running server applies it at once. */
async function run(): Promise<void> {
  const [email] = readWords('npm run owner -- EMAIL').words;
  if (email === undefined) throw new StartError('Name the member: npm run owner -- member@example.com');
  const { addOwner } = await import('../../server/src/operations/owner.ts');
  const added = await addOwner(await readConfig(), email);
  console.log(added ? `${email} is now an owner.` : `${email} is already an owner.`);
}

await run().catch(reportFailure);
