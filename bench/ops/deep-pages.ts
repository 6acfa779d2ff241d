/** The deepest pages of the lists, compared with their first ones: a cursor costs the same at any depth. */
import { Connection, toRequest } from './connection.ts';
import type { Operation } from './operations.ts';

const PAGES = 100;

type Answer = { nextCursor: string | null };

/** Returns the cursor before the last page of a list, or before its hundredth page of a hundred. */
async function findDeepCursor(port: number, token: string, path: string): Promise<string> {
  const connection = await Connection.open(port);
  let found = '';
  for (let page = 0; page < PAGES; page++) {
    const target = `${path}&limit=100${found === '' ? '' : `&cursor=${encodeURIComponent(found)}`}`;
    const { nextCursor } = JSON.parse((await connection.ask(toRequest('GET', target, token), true)).body) as Answer;
    if (nextCursor === null) break;
    found = nextCursor;
  }
  connection.close();
  return found;
}

const deep = (name: string, path: string): Operation => ({
  name,
  async open({ readers }, port) {
    const token = readers[0]?.token ?? '';
    const cursor = await findDeepCursor(port, token, path);
    let turn = 0;
    return async (connection) => {
      const reader = readers[turn++ % readers.length];
      const target = `${path}&limit=20&cursor=${encodeURIComponent(cursor)}`;
      const { status, body } = await connection.ask(toRequest('GET', target, reader?.token ?? null));
      if (status !== 200) throw new Error(`${name}: ${status} ${body}`);
    };
  },
});

/** Returns the cursor of the posts after one of them, as `server/src/db/statements/keyset.ts` makes it. */
const cursorAfter = (id: string): string => Buffer.from(JSON.stringify(['latest', id])).toString('base64url');

/** Pages from the full length of the list: their posts are not cached. */
function anywhere(): Operation {
  const name = 'Latest, where nobody has been';
  return {
    name,
    open({ readers, places }) {
      let turn = 0;
      return async (connection) => {
        const number = turn++;
        const reader = readers[number % readers.length];
        const cursor = cursorAfter(places[number % places.length] ?? '');
        const target = `/api/post/getAllPost?sort=latest&limit=20&cursor=${cursor}`;
        const { status, body } = await connection.ask(toRequest('GET', target, reader?.token ?? null));
        if (status !== 200) throw new Error(`${name}: ${status} ${body}`);
      };
    },
  };
}

export const deepPages: Operation[] = [
  anywhere(),
  deep('Popular, far down', '/api/post/getAllPost?sort=popular'),
  deep('Latest, far down', '/api/post/getAllPost?sort=latest'),
  deep('My network, far down', '/api/post/getMyNetworkPosts?sort=latest'),
];
