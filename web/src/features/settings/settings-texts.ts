import { defineMessages } from '@afterhours/contract/base/message';

/** Labels that several dialogs of the settings share. */
export const settingsTexts = defineMessages('settings', {
  password: 'Password',
  newPassword: 'New password',
  code: 'Code',
  turnOn: 'Turn on',
  turnOff: 'Turn off',
  newCodes: 'New recovery codes',
  copy: 'Copy',
  deleteAccount: 'Delete account',
  changePassword: 'Change Password',
  changeEmail: 'Change email',
});
