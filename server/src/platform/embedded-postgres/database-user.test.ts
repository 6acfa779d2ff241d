import { expect, it } from 'vitest';
import { refuseSharedUser } from './database-user.ts';

it('The database of a public site must not run as "nobody"; the error says how to create a user for it', () => {
  const nobody = { uid: 65_534, gid: 65_534, name: 'user 65534' };
  expect(() => refuseSharedUser(nobody, '/var/lib/afterhours/1/postgres')).toThrow(
    /useradd --system afterhours; chown -R afterhours: \/var\/lib\/afterhours\/1\/postgres/,
  );
  expect(() => refuseSharedUser({ uid: 999, gid: 999, name: 'afterhours' }, '/x')).not.toThrow();
  expect(() => refuseSharedUser(undefined, '/x')).not.toThrow();
});
