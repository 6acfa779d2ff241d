import * as contract from '@afterhours/contract/community/community';
import type { StoredLogo } from '#db/schema/tables/community.ts';
import { sendObject } from '#http/body/send-object.ts';
import { fieldProblem, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { removeLogo, setLogo } from './logo-commands.ts';

const { communityMessages } = contract;
/** The suffix of the file that mails show. */
const MAIL_SIZE = '-256.jpg';

export const toLogoView = (logo: StoredLogo | null): contract.CommunityLogo | null =>
  logo && {
    url: `/api/uploads/users/${logo.filename.replace(/\.jpg$/, '.webp')}`,
    width: logo.width,
    height: logo.height,
  };

/** The logo, which owners can set and everyone can see. */
export function bindLogo({ bind, bindRaw, services }: FeatureContext): void {
  const { community, config, storage } = services;

  bind(contract.setLogo, async ({ viewerId, files }) => {
    const [file] = files;
    if (!file) throw fieldProblem('logo', communityMessages.logoMissing);
    const logo = toLogoView(await setLogo(services, viewerId, file));
    return { message: communityMessages.logoSet, body: { logo } };
  });

  bind(contract.removeLogo, async ({ viewerId }) => {
    await removeLogo(services, viewerId);
    return { message: communityMessages.logoRemoved, body: null };
  });

  bindRaw(contract.getLogo, async ({ request, reply }) => {
    const { stored } = community.logo();
    if (!stored) throw notFound();
    const key = `users/${stored.filename.replace(/\.jpg$/, MAIL_SIZE)}`;
    // Mail clients load the logo from another origin.
    const headers = { 'cache-control': 'public, max-age=3600', 'cross-origin-resource-policy': 'cross-origin' };
    const object = { key, contentType: contract.getLogo.produces, headers };
    return sendObject(request, reply, { storage, filesByProxy: config.filesByProxy }, object);
  });
}
