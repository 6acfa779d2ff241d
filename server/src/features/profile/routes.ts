import { getMember, getMemberByUsername } from '@afterhours/contract/profile/member-profile';
import * as contract from '@afterhours/contract/profile/profile';
import { profileUpdateMessages, updateProfile as updateProfileCall } from '@afterhours/contract/profile/profile-update';
import { loadOwnUser } from '#features/account/loaders.ts';
import { notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { DAY } from '#http/gate/rate-limit.ts';
import { setBio } from './commands.ts';
import { bindEducations, bindExperiences, bindGoals, bindSkills } from './entries/entry-routes.ts';
import { contentChanged } from './events.ts';
import { getBio, getMemberProfile } from './member/member.ts';
import { describeMember, describeMemberByName } from './member/member-page.ts';
import { findByUsername } from './member/username-queries.ts';
import { messageOf, updateProfile } from './profile-update.ts';
import { bindShowcase } from './showcase/showcase-routes.ts';

const VISIBILITY_CHANGES_A_DAY = 20;

export default function register(context: FeatureContext): void {
  const { bind, services, pages, createTryCounter } = context;
  services.events.after(contentChanged, ({ userId, change }) =>
    services.channels.toMember(userId, 'ownContent', change),
  );
  pages.describe('/results/view-profile/:id', ({ id = '' }) => describeMember(services, id));
  pages.describe('/@:username', ({ username = '' }) => describeMemberByName(services, username));
  bindGoals(context);
  bindSkills(context);
  bindEducations(context);
  bindExperiences(context);
  bindShowcase(context);

  bind(contract.setBio, async ({ viewerId, body }) => {
    await setBio(services, viewerId, body.bio);
    return { message: contract.profileMessages.bioSaved, body: { bio: body.bio } };
  });

  bind(contract.getBio, async ({ viewerId, query }) => ({
    body: { bio: await getBio(services.reads, viewerId, query.userId) },
  }));

  bind(getMember, async ({ viewerId, params }) => ({
    body: await getMemberProfile(services.reads, viewerId, params.id),
  }));

  bind(getMemberByUsername, async ({ viewerId, params }) => {
    const id = await findByUsername(services.reads, params.username);
    if (id === null) throw notFound(contract.profileMessages.memberGone);
    return { body: await getMemberProfile(services.reads, viewerId, id) };
  });

  // Each change empties the caches of all servers, hence the limit.
  const visibilityChanges = createTryCounter({
    name: 'profile-visibility',
    tries: VISIBILITY_CHANGES_A_DAY,
    seconds: DAY,
    message: profileUpdateMessages.visibilityOften,
  });

  bind(updateProfileCall, async ({ viewerId, body }) => {
    if (body.visibility !== undefined) await visibilityChanges.take(viewerId);
    await updateProfile(services, viewerId, body);
    const user = await loadOwnUser(services.db, viewerId);
    services.channels.toMember(viewerId, 'ownProfile', { user });
    return { message: messageOf(body), body: user };
  });
}
