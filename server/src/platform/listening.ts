import { errorCode, StartError } from './start-error.ts';

/** Returns an error that names the setting to change after a failed listen; null for any other error. */
export function explainListening(error: unknown, host: [name: string, value: string], port: [string, number]) {
  const code = errorCode(error);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`Setting ${host[0]}: this machine has no address ${host[1]}.`);
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port[1]} is taken. Stop what uses it, or choose another: ${port[0]}=${port[1] + 1} npm start.`,
    );
  if (code === 'EACCES')
    return new StartError(`Port ${port[1]} needs more rights than this user has. Choose one above 1024 by ${port[0]}.`);
  return null;
}
