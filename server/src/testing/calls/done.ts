/** Waits for a call that must succeed. */
export async function done(call: Promise<{ ok: boolean; message: string }>): Promise<void> {
  const answer = await call;
  if (!answer.ok) throw new Error(answer.message);
}
