/** Deep pages of the lists, for comparison with the first pages: a cursor has to cost the same at any depth. */
import { Connection, toRequest } from './connection.ts';
import type { Operation } from './operations.ts';

const PAGES = 100;

type Page = { nextCursor: string | null };

/** Returns the cursor of the last page of a list, but goes no deeper than a hundred pages of a hundred items. */
async function findDeepCursor(port: number, token: string, path: string): Promise<string> {
  const connection = await Connection.open(port);
  let cursor = '';
  for (let page = 0; page < PAGES; page++) {
    const target = `${path}&limit=100${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`;
    const { nextCursor } = JSON.parse((await connection.request(toRequest('GET', target, token), true)).body) as Page;
    if (nextCursor === null) break;
    cursor = nextCursor;
  }
  connection.close();
  return cursor;
}

const readDeepPage = (name: string, path: string): Operation => ({
  name,
  async open({ readers }, port) {
    const token = readers[0]?.token ?? '';
    const cursor = await findDeepCursor(port, token, path);
    let turn = 0;
    return async (connection) => {
      const reader = readers[turn++ % readers.length];
      const target = `${path}&limit=20&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await connection.request(toRequest('GET', target, reader?.token ?? null));
      if (status !== 200) throw new Error(`${name}: ${status} ${body}`);
    };
  },
});

/** Returns the cursor of the posts after one of them, in the format of `server/src/db/statements/keyset.ts`. */
const cursorAfter = (id: string): string => Buffer.from(JSON.stringify(['latest', id])).toString('base64url');

/** Reads pages from the whole length of the list, so that their posts are not cached. */
function readUncachedPages(): Operation {
  const name = 'Latest, not cached';
  return {
    name,
    open({ readers, scatteredPosts }) {
      let turn = 0;
      return async (connection) => {
        const number = turn++;
        const reader = readers[number % readers.length];
        const cursor = cursorAfter(scatteredPosts[number % scatteredPosts.length] ?? '');
        const target = `/api/post/getAllPost?sort=latest&limit=20&likes=false&cursor=${cursor}`;
        const { status, body } = await connection.request(toRequest('GET', target, reader?.token ?? null));
        if (status !== 200) throw new Error(`${name}: ${status} ${body}`);
      };
    },
  };
}

export const deepPages: Operation[] = [
  readUncachedPages(),
  readDeepPage('Popular, far down', '/api/post/getAllPost?sort=popular&likes=false'),
  readDeepPage('Latest, far down', '/api/post/getAllPost?sort=latest&likes=false'),
  readDeepPage('My network, far down', '/api/post/getMyNetworkPosts?sort=latest&likes=false'),
];
