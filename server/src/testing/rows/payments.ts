/** Webinars and payments for tests, created through the same calls that a client makes. */
import { WEBINAR_AMOUNT } from '@afterhours/contract/constants/webinars';
import { createPayment, createSandboxToken } from '@afterhours/contract/payments/payments';
import type { Post } from '@afterhours/contract/posts/posts';
import type { Selectable } from 'kysely';
import type { PaymentsTable } from '#db/schema/tables/payments.ts';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '../test-app.ts';
import type { TestMember } from './members.ts';
import { buildPost } from './posts.ts';

export const WEBINAR_LINK = 'https://example.com/live';

export const buildWebinar = (app: TestApp, host: TestMember, fields: Record<string, unknown> = {}): Promise<Post> =>
  buildPost(app, host, { postType: 'webinar', title: 'Pricing, honestly', link: WEBINAR_LINK, ...fields });

/** Returns a token for one of the sandbox's test cards. */
export async function buildSandboxToken(app: TestApp, member: TestMember, number = '4242 4242 4242 4242') {
  const body = { number, exp: '12/49', cvc: '123' };
  return (await succeed(app.call(createSandboxToken, { token: member.token, body }))).body.id;
}

/** Pays for a webinar with a token; `fields` replace parts of the order. */
export const pay = (
  app: TestApp,
  member: TestMember,
  postId: string,
  stripeToken: string,
  more: { fields?: Record<string, unknown>; key?: string } = {},
) =>
  app.call(createPayment, {
    token: member.token,
    body: {
      stripeToken,
      email: member.user.email,
      parent_id: postId,
      amount: WEBINAR_AMOUNT,
      productType: 'webinar',
      ...more.fields,
    },
    ...(more.key ? { headers: { 'idempotency-key': more.key } } : {}),
  });

/** Returns the payment of a webinar that has only one. */
export async function findOnlyPayment({ services }: TestApp, postId: string): Promise<Selectable<PaymentsTable>> {
  const rows = await services.db.selectFrom('payments').selectAll().where('post_id', '=', postId).execute();
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} payments`);
  return row;
}
