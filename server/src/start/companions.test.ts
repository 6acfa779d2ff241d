import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { uploadUserImage } from '@afterhours/contract/uploads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { buildForm, buildJpeg } from '#testing/files/images.ts';
import { buildMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { warnOfCompanions } from './start-up.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Companions = Partial<Parameters<typeof warnOfCompanions>[0]>;

async function warningsAbout(companions: Companions): Promise<string[]> {
  const printed: string[] = [];
  await warnOfCompanions({ ...app.services, ...companions }, (line) => printed.push(line));
  return printed;
}

describe('The startup warnings', () => {
  it('name a mail server and a file store that do not work, without delaying startup', async () => {
    const s3 = { S3_ENDPOINT: 'http://127.0.0.1:1', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' };
    const away = () => Promise.reject(new Error('no answer'));
    const config = parseConfig(s3, '.');
    const storage = { size: away, list: () => ({ [Symbol.asyncIterator]: () => ({ next: away }) }) };
    expect(await warningsAbout({ config, mail: { check: away }, storage })).toEqual([
      expect.stringMatching(/mail server of SMTP_URL does not accept mail: no answer/),
      expect.stringMatching(/file store at http:\/\/127.0.0.1:1 cannot be used: no answer/),
    ]);
    expect(await warningsAbout({ storage })).toEqual([]);
  });

  it('tell that another server has stored the files of members elsewhere', async () => {
    const { token } = await buildMember(app);
    const picture = { field: 'image', name: 'me.jpg', bytes: await buildJpeg(64, 64) };
    const uploaded = await app.call(uploadUserImage, { token, form: buildForm({ folder: 'users' }, [picture]) });
    const image = uploaded.ok ? uploaded.body.filename : '';
    await app.call(updateProfile, { token, body: { image } });
    expect(await warningsAbout({})).toEqual([]);
    expect(await warningsAbout({ storage: { ...app.services.storage, size: async () => null } })).toEqual([
      expect.stringMatching(/latest files of members are not in the file store/),
    ]);
  });
});
