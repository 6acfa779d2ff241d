/** A browser's storage that has not answered by then counts as silent: some browsers' stays so until a restart. */
const LONGEST_MS = 10_000;

/** Returns the answer of IndexedDB. Rejects if there is none in time, so that nothing waits for it forever. */
export async function answerInTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('IndexedDB does not answer.')), LONGEST_MS);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
