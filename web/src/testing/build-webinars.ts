import type { ManagedWebinar } from '@afterhours/contract/webinars/lists';
import { idOf } from './build.ts';

/** Returns a webinar as its host manages it: free, upcoming and without a limit of seats. */
export const buildManagedWebinar = (changes: Partial<ManagedWebinar> = {}): ManagedWebinar => ({
  _id: idOf(100),
  title: 'Glazes',
  startsAt: '2099-03-01T20:00:00.000Z',
  endsAt: null,
  timeZone: null,
  state: 'upcoming',
  capacity: null,
  seatsTaken: 0,
  price: 0,
  isPaid: false,
  waiting: 0,
  recording: null,
  cancelWords: null,
  ...changes,
});
