import { defineMessages } from '@afterhours/contract/base/message';

export const presenceTexts = defineMessages('presence', { online: 'Online', lastOnline: 'Last online {time}' });
