import { defaultSettings, registrationModes } from '@afterhours/contract/community/community';
import { describe, expect, it } from 'vitest';
import { fromStored, toStored } from './stored-settings.ts';

describe('Stored settings of a community', () => {
  it('are read back as they were, in each registration mode', () => {
    for (const registration of registrationModes) {
      const settings = { ...defaultSettings, registration, name: 'Owls', blockedMailDomains: ['spam.example'] };
      expect(fromStored(toStored(settings))).toEqual(settings);
    }
  });

  it('name no registration mode that the previous version does not know, but a stricter one', () => {
    const stored = toStored({ ...defaultSettings, registration: 'approval' });
    expect(stored).toMatchObject({ registration: 'invitation', byApproval: true });
    expect(toStored({ ...defaultSettings, registration: 'invitation' })).toMatchObject({ byApproval: false });
  });

  it('that the previous version has saved keep what it knows, and admit nobody who was excluded', () => {
    const { byApproval: _unknown, ...kept } = toStored({ ...defaultSettings, name: 'Owls', registration: 'approval' });
    expect(fromStored(kept)).toMatchObject({ name: 'Owls', registration: 'invitation' });
    expect(fromStored({ registration: 'open' })).toEqual(defaultSettings);
    expect(fromStored({ registration: 'approval' })).toMatchObject({ registration: 'approval' });
  });

  it('that are invalid get their defaults one by one; an unknown registration mode is closed', () => {
    const stored = {
      name: 'Owls',
      contact: 'nobody',
      accent: '#ffff00',
      about: 7,
      registration: 'lottery',
      blockedMailDomains: ['spam.example', 'no domain', 3],
      postsPerDay: -1,
      commentsPerDay: 30,
      sellers: 'the tall',
      sellerDays: 'many',
      language: 'tlh',
    };
    expect(fromStored(stored)).toEqual({
      ...defaultSettings,
      name: 'Owls',
      registration: 'closed',
      blockedMailDomains: ['spam.example'],
      commentsPerDay: 30,
      sellers: 'approved',
    });
    expect(fromStored({ blockedMailDomains: 'spam.example' })).toEqual(defaultSettings);
  });
});
