import { codeOf } from '../../server/src/testing/sign-in/authenticator.ts';
import { type Api, expect, type Member, PASSWORD } from './fixtures.ts';
import type { Product } from './product.ts';

/** Sets up two-step verification, which staff need, through the API. */
async function enableTwoFactor(member: Member, api: Api): Promise<void> {
  const { body } = (await api(member, 'POST', '/twoFactor/start', { password: PASSWORD })) as {
    body: { secret: string };
  };
  const enable = () => api(member, 'POST', '/twoFactor/enable', { code: codeOf(body.secret) });
  expect(await enable(), 'two-step verification').toMatchObject({ status: 200 });
}

async function confirmAddress({ email }: Member, api: Api, product: Product): Promise<void> {
  const [, otp] = await product.mailTo(email, /Subject: (\d{6})/);
  await api(null, 'POST', '/verifyOtp', { email, otp });
}

/** Makes a member the community's owner with the link that the server printed, and two-step verification. */
export async function becomeOwner(member: Member, api: Api, product: Product): Promise<void> {
  await confirmAddress(member, api, product);
  const token = await product.ownerToken();
  expect(await api(member, 'POST', '/staff/first-owner', { token }), 'the first owner').toMatchObject({ status: 200 });
  await enableTwoFactor(member, api);
}

const owners = new WeakMap<Product, Member>();

/** Returns the owner of a product that tests of a file share. The first of them makes a new member its owner. */
export async function ownerOf(product: Product, signUp: () => Promise<Member>, api: Api): Promise<Member> {
  const owner = owners.get(product) ?? (await signUp());
  if (!owners.has(product)) await becomeOwner(owner, api, product);
  owners.set(product, owner);
  return owner;
}

/** Makes a member a moderator, with two-step verification. */
export async function becomeModerator(member: Member, owner: Member, api: Api, product: Product): Promise<void> {
  await confirmAddress(member, api, product);
  const appoint = () => api(owner, 'PUT', `/staff/members/${member.id}/role`, { role: 'moderator' });
  expect(await appoint(), 'the role').toMatchObject({ status: 200 });
  await enableTwoFactor(member, api);
}
