/** An S3-compatible store in a folder and on a free loopback port, for tests. */
import { mkdirSync } from 'node:fs';
import S3rver from 's3rver';

export type ObjectStore = { endpoint: string; close(): Promise<void> };

/** Starts a store with the bucket `media`; both of its keys are S3RVER. */
export async function startObjectStore(directory: string): Promise<ObjectStore> {
  mkdirSync(directory);
  const configureBuckets = [{ name: 'media', configs: [] }];
  const server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory, configureBuckets });
  const { port } = await server.run();
  return { endpoint: `http://127.0.0.1:${port}`, close: () => server.close() };
}
