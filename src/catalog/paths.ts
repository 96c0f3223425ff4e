import { slugOf } from '#platform/slug.ts'

/** Where things of the catalog are shown. The id decides; the slug is there to be read. */
type Named = { id: number; slug: string }

export const clipPath = ({ slug, id }: Named): string => `/clips/${slug}/${id}`
export const collectionPath = ({ slug, id }: Named): string => `/collections/${slug}/${id}`
export const shootPath = ({ slug, id }: Named): string => `/shoots/${slug}/${id}`
export const scenePath = (shoot: Named, { slug, id }: Named): string =>
  `/shoots/${shoot.slug}/${shoot.id}/scenes/${slug}/${id}`
export const filmmakerPath = ({ slug, id }: Named): string => `/filmmakers/${slug}/${id}`
export const categoryPath = ({ slug }: { slug: string }): string => `/category/${slug}`

/** A term as its address has it: "golden-hour". One without a Latin letter or a digit stays as it is. */
export const termSlug = (term: string): string => (/[a-z0-9]/i.test(term.normalize('NFKD')) ? slugOf(term) : term)
/** `term` may be its slug already. */
export const searchTermPath = (term: string): string => `/stock-footage/${encodeURIComponent(termSlug(term))}`
