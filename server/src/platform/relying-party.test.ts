import { describe, expect, it } from 'vitest';
import { relyingPartyOf } from './relying-party.ts';

describe('The relying party of an address', () => {
  it.each([
    ['https://community.example', { id: 'community.example', origin: 'https://community.example' }],
    ['https://community.example:8443', { id: 'community.example', origin: 'https://community.example:8443' }],
    ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://127.0.0.1:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
    ['http://community.example', null],
    ['https://192.0.2.7', null],
    ['https://[2001:db8::7]', null],
  ])('%s', (address, party) => expect(relyingPartyOf(address)).toEqual(party));
});
