/** Returns the parameters of a URL for a query, without those that are undefined. */
export const toSearchParams = (query: Record<string, string | undefined>): URLSearchParams =>
  new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
