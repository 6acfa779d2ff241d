import { defaultSettings, registrationModes } from '@afterhours/contract/community';
import { describe, expect, it } from 'vitest';
import { fromStored, toStored } from './stored-settings.ts';

describe('Stored settings of a community', () => {
  it('come back as they were, in each mode of joining', () => {
    for (const registration of registrationModes) {
      const settings = { ...defaultSettings, registration, name: 'Owls', blockedMailDomains: ['spam.example'] };
      expect(fromStored(toStored(settings))).toEqual(settings);
    }
  });

  it('name no mode that the version before does not know, and a stricter one instead', () => {
    const stored = toStored({ ...defaultSettings, registration: 'approval' });
    expect(stored).toMatchObject({ registration: 'invitation', byApproval: true });
    expect(toStored({ ...defaultSettings, registration: 'invitation' })).toMatchObject({ byApproval: false });
  });

  it('that the version before has saved keep what it knows, and let in nobody who was kept out', () => {
    const { byApproval: _unknown, ...kept } = toStored({ ...defaultSettings, name: 'Owls', registration: 'approval' });
    expect(fromStored(kept)).toMatchObject({ name: 'Owls', registration: 'invitation' });
    expect(fromStored({ registration: 'open' })).toEqual(defaultSettings);
    expect(fromStored({ registration: 'approval' })).toMatchObject({ registration: 'approval' });
  });

  it('that cannot be read any more have their defaults, one by one; an unknown mode of joining is closed', () => {
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
