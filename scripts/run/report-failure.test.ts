import { expect, it } from 'vitest';
import { StorageError } from '../../server/src/platform/storage/storage.ts';
import { describeFailure } from './report-failure.ts';

it('A file store that rejects a command is described in one line, with its reason', () => {
  const cause = new Error('S3 returned 403 – SignatureDoesNotMatch');
  expect(describeFailure(new StorageError('the object store could not be used', { cause }))).toBe(
    'The file store cannot be used: S3 returned 403 – SignatureDoesNotMatch. ' +
      'Check S3_*, or the permissions of DATA_DIR.',
  );
});
