/** Waits for a call that has to succeed. */
export async function done(call: Promise<{ ok: boolean; message: string }>): Promise<void> {
  const answer = await call;
  if (!answer.ok) throw new Error(answer.message);
}
