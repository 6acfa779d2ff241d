import { defineMessages } from '@afterhours/contract/message';

export const presenceTexts = defineMessages('presence', { online: 'Online', lastOnline: 'Last online {time}' });
