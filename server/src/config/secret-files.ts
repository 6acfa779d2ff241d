/** Secrets in files, as container engines and vaults mount them: `SMTP_URL_FILE` names the file with `SMTP_URL`. */
import { readFileSync } from 'node:fs';

/** The settings that are secrets, or addresses that contain a password. */
const SECRETS = [
  'DATABASE_URL',
  'DATABASE_REPLICA_URLS',
  'SECRETS_KEY',
  'REDIS_URL',
  'SMTP_URL',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'STRIPE_CONNECT_WEBHOOK_SECRET',
  'OIDC_CLIENT_SECRET',
] as const;

type Variables = Record<string, string | undefined>;

const isGiven = (value: string | undefined): value is string => value !== undefined && value.trim() !== '';

/** The names of the settings that name a file. */
export const secretFileNames: readonly string[] = SECRETS.map((name) => `${name}_FILE`);

/** Returns the variables with the secrets that are in files, and a sentence for each file that cannot be used. */
export function readSecretFiles(variables: Variables): { variables: Variables; problems: string[] } {
  const found: Variables = {};
  const problems: string[] = [];
  for (const name of SECRETS) {
    const file = variables[`${name}_FILE`];
    if (!isGiven(file)) continue;
    if (isGiven(variables[name])) problems.push(`Set ${name} or ${name}_FILE, not both.`);
    try {
      found[name] = readFileSync(file, 'utf8').trim();
      if (found[name] === '') problems.push(`${name}_FILE names an empty file.`);
    } catch (error) {
      problems.push(`${name}_FILE cannot be read: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
  return { variables: { ...variables, ...found }, problems };
}
