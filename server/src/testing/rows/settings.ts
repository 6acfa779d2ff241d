import {
  type CommunitySettings,
  getCommunitySettings,
  setCommunitySettings,
} from '@afterhours/contract/community/community';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestApp } from '../test-app.ts';
import { buildStaff } from './staff.ts';

/** Changes the community's settings, as its owner. */
export async function changeSettings(app: TestApp, changes: Partial<CommunitySettings>): Promise<void> {
  const { token } = await buildStaff(app, 'owner');
  const found = await succeed(app.call(getCommunitySettings, { token }));
  const { logo: _logo, mostStorageMb: _most, ...settings } = found.body;
  await succeed(app.call(setCommunitySettings, { token, body: { ...settings, ...changes } }));
}
