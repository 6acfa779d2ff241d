import * as contract from '@afterhours/contract/community/community';
import { getOwnSelling } from '@afterhours/contract/community/community-limits';
import { joinAnswerMessages } from '@afterhours/contract/community/join-answer';
import { getChallenge } from '@afterhours/contract/community/proof-of-work';
import { selectSettings } from '#community/community.ts';
import { toPersonView } from '#features/people/views.ts';
import type { FeatureContext } from '#http/feature.ts';
import { findSellerRefusal } from '#http/gate/sellers.ts';
import { english } from '#texts/english.ts';
import { endInvitation, makeInvitation, setSettings } from './commands.ts';
import { bindLogo, toLogoView } from './logo-routes.ts';
import { deleteExpiredProofs, makeChallenge } from './proof/proof-of-work.ts';
import { selectInvitations } from './queries.ts';
import { bindTerms } from './terms/terms-routes.ts';

const { communityMessages } = contract;

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  bindLogo(context);
  bindTerms(context);
  bindInvitations(context);
  bindProofs(context);
  const { channels, community } = services;
  const look = () => ({
    name: community.name(),
    accent: community.settings().accent,
    logo: toLogoView(community.logo().stored),
  });
  community.onNewLook(() => channels.toAllHere('community', look()));

  bind(contract.getCommunity, async () => {
    const { about, rules, registration, ...settings } = community.settings();
    const question = registration === 'approval' ? (settings.question ?? english(joinAnswerMessages.question)) : null;
    return {
      body: {
        ...look(),
        about,
        rules,
        contact: community.contact(),
        registration,
        proofOfWork: community.asksForWork(),
        question,
      },
    };
  });

  bind(contract.getCommunitySettings, async () => {
    const { logo, ...settings } = await selectSettings(services.db);
    const { memberStorageMb: mostStorageMb } = services.config;
    return { body: { ...settings, logo: toLogoView(logo), mostStorageMb } };
  });

  bind(getOwnSelling, async ({ session }) => {
    const refusal = findSellerRefusal(community.settings(), session);
    return { body: { may: refusal === null, refusal } };
  });

  bind(contract.setCommunitySettings, async ({ viewerId, body: { version, ...sent } }) => {
    const { logo: _logo, version: _version, ...present } = await selectSettings(services.db);
    // Settings that are not sent keep their value. If they were changed in the meantime, the version check fails.
    const settings: contract.CommunitySettings = Object.assign(present, sent);
    const next = await setSettings(services, viewerId, settings, version);
    return { message: communityMessages.saved, body: { ...settings, version: next } };
  });
}

function bindProofs({ bind, services }: FeatureContext): void {
  services.jobs.schedule({ name: 'community.proofs', cron: '47 * * * *' }, () => deleteExpiredProofs(services.db));
  bind(getChallenge, async () => ({ body: services.community.asksForWork() ? await makeChallenge(services) : null }));
}

function bindInvitations({ bind, services }: FeatureContext): void {
  const { config } = services;

  bind(contract.makeInvitation, async ({ viewerId, body }) => {
    const { id, code } = await makeInvitation(services, viewerId, body);
    const link = `${config.publicUrl}/Register?invitation=${code}`;
    return { message: communityMessages.invitationMade, body: { _id: id, code, link } };
  });

  bind(contract.listInvitations, async () => {
    const invitations = await selectInvitations(services.readsNow);
    return {
      body: invitations.map((row) => ({
        _id: row.id,
        madeBy: row.madeBy && toPersonView(row.madeBy),
        usesLeft: row.uses_left,
        until: row.until.toISOString(),
        createdAt: row.created_at.toISOString(),
      })),
    };
  });

  bind(contract.endInvitation, async ({ viewerId, params }) => {
    await endInvitation(services, viewerId, params.id);
    return { message: communityMessages.invitationEnded, body: null };
  });
}
