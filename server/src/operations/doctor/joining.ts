/** Registration: a provider admits new members only if everyone may join. */
import { selectSettings } from '#community/community.ts';
import { type Check, ok, warn } from './finding.ts';

export const checkJoining: Check = {
  name: 'Joining',
  async run({ config: { oidc }, db }) {
    const { registration } = await selectSettings(db);
    const chosen = registration === 'approval' || registration === 'invitation';
    if (chosen && oidc?.only)
      return [
        warn(
          `nobody can join: OIDC_ONLY removes the form, and the provider admits nobody by ${registration}`,
          'Let everyone join at /moderation/community, or unset OIDC_ONLY.',
        ),
      ];
    if (chosen && oidc?.autoJoin)
      return [
        warn(
          `nobody can join through ${oidc.name}: OIDC_AUTO_JOIN has no effect while people join by ${registration}`,
          'Let everyone join at /moderation/community, or unset OIDC_AUTO_JOIN.',
        ),
      ];
    return [ok(`registration is set to ${registration}`)];
  },
};
