import { codeOf } from '../../server/src/testing/rows/authenticator.ts';
import { type Api, type Member, PASSWORD } from './fixtures.ts';
import type { Product } from './product.ts';

/** Makes a member the owner of the community by the printed link, with two-step verification. */
export async function becomeOwner(member: Member, api: Api, product: Product): Promise<void> {
  const [, otp] = await product.mailTo(member.email, /Subject: (\d{6})/);
  await api(null, 'POST', '/verifyOtp', { email: member.email, otp });
  await api(member, 'POST', '/staff/first-owner', { token: await product.ownerToken() });
  const { body } = (await api(member, 'POST', '/twoFactor/start', { password: PASSWORD })) as {
    body: { secret: string };
  };
  await api(member, 'POST', '/twoFactor/enable', { code: codeOf(body.secret) });
}
