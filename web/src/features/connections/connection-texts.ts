import { defineMessages } from '@afterhours/contract/base/message';

/** Texts that the lists of connections and invitations share. */
export const connectionTexts = defineMessages('connections.lists', {
  none: 'No connection found',
  find: 'Find Colleagues',
  failed: 'Invitations could not be loaded.',
  accept: 'Accept',
  acceptOf: 'Accept the invitation from {name}',
  ignore: 'Ignore',
  ignoreOf: 'Ignore the invitation from {name}',
  withdraw: 'Withdraw',
});
