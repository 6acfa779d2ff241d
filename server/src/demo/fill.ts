import type { Services } from '#services.ts';
/** placeholder until the generator lands */
export async function fillDemo(
  _services: Services,
  _options: { onProgress(line: string): void },
): Promise<{ email: string; password: string } | null> {
  return null;
}
