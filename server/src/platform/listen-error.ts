import { errorCode } from '#db/error-code.ts';
import { StartError } from './start-error.ts';

/** Returns an error that names the setting to change after a failed listen; null for any other error. */
export function explainListenError(error: unknown, host: [name: string, value: string], port: [string, number]) {
  const code = errorCode(error);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new StartError(`${host[0]} is ${host[1]}, but this machine has no such address.`);
  if (code === 'EADDRINUSE')
    return new StartError(
      `Port ${port[1]} is taken. Stop what uses it, or choose another: ${port[0]}=${port[1] + 1} npm start.`,
    );
  if (code === 'EACCES')
    return new StartError(`This user may not listen on port ${port[1]}. Set ${port[0]} to a port above 1024.`);
  return null;
}
