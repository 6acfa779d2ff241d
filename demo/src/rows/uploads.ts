import type { ImageFolder } from '@afterhours/contract/constants/uploads';
import type { Db } from '@afterhours/server/db/connection/pool.ts';
import { createBulk } from '../bulk.ts';
import type { Picture } from '../plan.ts';
import type { Random } from '../random.ts';

const columns = {
  id: 'uuid',
  owner_id: 'uuid',
  folder: 'text',
  filename: 'text',
  kind: 'text',
  content_type: 'text',
  original_name: 'text',
  bytes: 'bigint',
  width: 'integer',
  height: 'integer',
  placeholder: 'text',
  created_at: 'timestamptz',
  used_at: 'timestamptz',
};

/** Creates a writer for rows of uploads that are in use. `add` returns the new row's id. */
export function createUploadRows(db: Db, random: Random) {
  const rows = createBulk(db, 'uploads', columns);
  return {
    flush: () => rows.flush(),
    async add(ownerId: string, folder: ImageFolder, image: Picture, time: number): Promise<string> {
      const id = random.idAt(time);
      const { filename, bytes, width, height, placeholder } = image;
      const when = new Date(time);
      const file = [filename, 'image', 'image/jpeg', 'picture.png', bytes, width, height, placeholder] as const;
      await rows.add(id, ownerId, folder, ...file, when, when);
      return id;
    },
  };
}
