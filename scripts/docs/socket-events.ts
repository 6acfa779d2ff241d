/** Generates docs/socket-events.md, the reference of socket events, from their schemas and comments in the contract. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { clientEvents, serverEvents } from '../../contract/src/realtime.ts';
import { ROOT } from '../run/run-tool.ts';
import { describeType, type JsonSchema } from './json-schema.ts';
import { readText } from './repository-files.ts';
import { wrapParagraph } from './wrap.ts';

const FILE = 'docs/socket-events.md';
const SOURCE = 'contract/src/realtime.ts';

const INTRODUCTION = `# Socket events

The server uses Socket.IO on the default path. The client sends its token in the handshake (\`auth.token\`); the server
rejects a handshake without a valid token with 401. Every member has a room of their own, to which the server sends the
events that concern them. A client that was disconnected loads its lists again when it reconnects: an event is never
the only way to learn of a change. The [OpenAPI document](api.md#description) describes the types in backticks.
\`npm run fix\` writes this page from \`${SOURCE}\`.
`;

type Events = Readonly<Record<string, z.core.$ZodType>>;

/** Returns the comment before each event of an object in the contract, as one line. */
export function readComments(source: string, object: string): Map<string, string> {
  const start = source.indexOf(`export const ${object} = {`);
  const block = source.slice(start, source.indexOf('\n} as const;', start));
  const matches = block.matchAll(/^ {2}\/\*\*((?:(?!\*\/).)*)\*\/\n {2}'?([\w:]+)'?: /gms);
  return new Map(
    [...matches].map(([, comment = '', name = '']) => [name, comment.replaceAll(/\s*\n\s*\*\s*/g, ' ').trim()]),
  );
}

function describeFields(schema: z.core.$ZodType, io: 'input' | 'output'): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as JsonSchema;
  return Object.entries(properties).map(([name, type]) => {
    const optional = required.includes(name) ? '' : ', optional';
    return wrapParagraph(`- \`${name}\`: ${describeType(type)}${optional}`, '  ');
  });
}

function describeEvents(events: Events, object: string, io: 'input' | 'output'): string {
  const comments = readComments(readText(SOURCE), object);
  const sections = Object.entries(events).map(([name, schema]) => {
    const when = comments.get(name);
    if (when === undefined)
      throw new Error(`The event ${name} in ${SOURCE} needs a comment that says when it is sent.`);
    return `### ${name}\n\n${wrapParagraph(when)}\n\n${describeFields(schema, io).join('\n')}\n`;
  });
  return sections.join('\n');
}

/** Returns the page that matches the contract. Throws an Error if an event has no comment. */
export function makeSocketEvents(): string {
  return `${INTRODUCTION}
## From the server

${describeEvents(serverEvents, 'serverEvents', 'output')}
## From a client

Each event may have an acknowledgement callback. The server calls it with \`{ ok: true }\`, or with
\`{ ok: false, message }\`, where \`message\` is a sentence for people. Events beyond 40 a second, or 80 in a burst, are
rejected.

${describeEvents(clientEvents, 'clientEvents', 'input')}`;
}

export const readSocketEvents = (): string => readText(FILE);
export const saveSocketEvents = (): void => writeFileSync(path.join(ROOT, FILE), makeSocketEvents());
