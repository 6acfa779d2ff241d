/**
 * Members of a product. The first signs up and in through the API. The others are copies of that one in the database:
 * hashing each one's password, and mailing each one a code, would take ten times the processor time.
 */
import { hash, randomBytes } from 'node:crypto';
import { signupBody } from '@afterhours/contract/account/account';
import { deriveUsername } from '../../server/src/features/account/sign-in/usernames.ts';
import type { Product } from './product.ts';

/** What a sign-up from this machine stores that is the same for all members with the same password. */
export type Pattern = { passwordHash: string; networks: { kind: string; network: Buffer }[] };

/** Reads the pattern of a member who has just signed in for the first time. */
export async function readPattern(product: Product, id: string): Promise<Pattern> {
  const [member] = await product.query<Pick<Pattern, 'passwordHash'>>(
    'SELECT password_hash AS "passwordHash" FROM users WHERE id = $1',
    [id],
  );
  if (!member) throw new Error('there is no such member');
  const networks = await product.query<Pattern['networks'][number]>(
    'SELECT kind, network FROM member_networks WHERE user_id = $1',
    [id],
  );
  return { ...member, networks };
}

/** Stores the same as a sign-up and a sign-in, except for the code and what recognizes the device. */
const INSERT = `
  WITH member AS (
    INSERT INTO users (id, email, password_hash, username, first_name, last_name, phone, country, profession, dob)
    VALUES (uuidv7(), $1, $2, $3, $4, $5, $6, $7, nullif($8, ''), to_date($9, 'DD-MM-YYYY'))
    ON CONFLICT (username) DO NOTHING
    RETURNING id
  ), networks AS (
    INSERT INTO member_networks (user_id, kind, network)
    SELECT id, kind, network FROM member, unnest($10::text[], $11::bytea[]) AS n (kind, network)
  ), session AS (
    INSERT INTO sessions (id, user_id, token_hash, user_agent, address, expires_at)
    SELECT uuidv7(), id, $12, 'node', '127.0.0.1', now() + interval '30 days' FROM member
  )
  SELECT id FROM member`;

/** Inserts a member with a session. The password is the pattern's. */
export async function copyMember(
  product: Product,
  fields: Record<string, string>,
  { passwordHash, networks }: Pattern,
): Promise<{ id: string; username: string; token: string }> {
  const { email, firstName, lastName, phone, country, profession, dob } = signupBody.parse(fields);
  const token = randomBytes(32).toString('base64url');
  for (let attempt = 0; ; attempt++) {
    const username = deriveUsername(firstName, lastName, attempt);
    const values = [email, passwordHash, username, firstName, lastName, phone, country, profession, dob];
    const [member] = await product.query<{ id: string }>(INSERT, [
      ...values,
      networks.map(({ kind }) => kind),
      networks.map(({ network }) => network),
      hash('sha256', token, 'buffer'),
    ]);
    if (member) return { id: member.id, username, token };
  }
}
