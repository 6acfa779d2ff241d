/** Describes the types of a JSON schema in a few words, for reference pages. */

export type JsonSchema = {
  type?: string;
  format?: string;
  pattern?: string;
  enum?: readonly (string | number | boolean)[];
  const?: string | number | boolean;
  anyOf?: readonly JsonSchema[];
  $ref?: string;
  items?: JsonSchema;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
};

const ID_PATTERN = '[0-9a-f]{12}$';

export function describeType(schema: JsonSchema): string {
  if (schema.$ref !== undefined) return `\`${schema.$ref.split('/').at(-1)}\``;
  if (schema.anyOf) return schema.anyOf.map(describeType).join(' or ');
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((value) => `\`${String(value)}\``).join(', ');
  if (schema.items) return `list of ${describeType(schema.items)}`;
  if (schema.properties) return describeObject(schema);
  if (schema.format !== undefined) return schema.format;
  if (schema.pattern?.endsWith(ID_PATTERN)) return 'id';
  return schema.type ?? 'anything';
}

function describeObject({ properties = {}, required = [] }: JsonSchema): string {
  const fields = Object.entries(properties).map(
    ([name, type]) => `\`${name}\`${required.includes(name) ? '' : ' (optional)'} ${describeType(type)}`,
  );
  return `object with ${fields.join(', ')}`;
}
