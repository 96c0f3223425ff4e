/** Converts a name to a slug ("Salt & Swell" → "salt-and-swell"). Slugs are decoration: the id identifies the page. */
export const toSlug = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'untitled'
