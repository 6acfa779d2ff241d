/** Returns the address of "Name <address>", or of an address alone. */
export const mailboxOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim();
