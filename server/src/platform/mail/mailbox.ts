/** Returns the address in "Name <address>", or in a bare address. */
export const mailboxOf = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1]?.trim() ?? from.trim();
