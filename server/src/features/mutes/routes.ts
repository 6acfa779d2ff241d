import * as contract from '@afterhours/contract/mutes';
import type { FeatureContext } from '#http/feature.ts';
import { createMute, deleteMute } from './commands.ts';
import { mutesChanged } from './events.ts';
import { selectMutes } from './queries.ts';
import { toMuteView } from './views.ts';

const { muteMessages } = contract;

export default function register({ bind, services }: FeatureContext): void {
  services.events.after(mutesChanged, ({ userId }) => services.channels.toMember(userId, 'mutes', {}));

  bind(contract.listMutes, async ({ viewerId }) => ({
    body: (await selectMutes(services.readsNow, viewerId)).map(toMuteView),
  }));

  bind(contract.createMute, async ({ viewerId, body: { until, ...named } }) => ({
    message: muteMessages.muted,
    body: toMuteView(await createMute(services, viewerId, named, until ?? null)),
  }));

  bind(contract.deleteMute, async ({ viewerId, body }) => ({
    message: muteMessages.unmuted,
    body: await deleteMute(services, viewerId, body),
  }));
}
