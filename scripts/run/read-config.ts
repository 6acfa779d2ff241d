import type { Config } from '../../server/src/config/config.ts';

/** Returns the settings, for a command beside the server; prints a warning for each name that is not a setting. */
export async function readConfig(): Promise<Config> {
  const { parseConfig } = await import('../../server/src/config/config.ts');
  const { ROOT } = await import('../../server/src/main.ts');
  const config = parseConfig(process.env, ROOT);
  for (const text of config.unknownSettings) console.warn(`Warning: ${text}`);
  return config;
}
