/** Owners: nothing else reports that a community has none, until the next start. */
import { hasOwner } from '#features/staff/loaders.ts';
import { type Check, ok, warn } from './finding.ts';

export const checkOwners: Check = {
  name: 'Owners',
  async run({ db }) {
    if (await hasOwner(db)) return [ok('the community has an owner')];
    return [
      warn(
        'the community has no owner: nobody can assign roles or change its settings',
        'Run npm run owner -- member@example.com, or restart the server and open the link that it prints.',
      ),
    ];
  },
};
