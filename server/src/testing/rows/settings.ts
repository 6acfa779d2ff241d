import {
  type CommunitySettings,
  getCommunitySettings,
  setCommunitySettings,
} from '@afterhours/contract/community/community';
import type { TestApp } from '../test-app.ts';
import { buildStaff } from './staff.ts';

/** Changes the community's settings, as its owner. */
export async function changeSettings(app: TestApp, changes: Partial<CommunitySettings>): Promise<void> {
  const { token } = await buildStaff(app, 'owner');
  const found = await app.call(getCommunitySettings, { token });
  if (!found.ok) throw new Error(found.message);
  const { logo: _logo, mostStorageMb: _most, ...settings } = found.body;
  const saved = await app.call(setCommunitySettings, { token, body: { ...settings, ...changes } });
  if (!saved.ok) throw new Error(saved.message);
}
