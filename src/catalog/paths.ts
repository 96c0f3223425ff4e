import { toSlug } from '#platform/slug.ts'

/** Paths of catalog pages. The id identifies the page; the slug is only for readers. */
type SluggedItem = { id: number; slug: string }

export const clipPath = ({ slug, id }: SluggedItem): string => `/clips/${slug}/${id}`
export const collectionPath = ({ slug, id }: SluggedItem): string => `/collections/${slug}/${id}`
export const shootPath = ({ slug, id }: SluggedItem): string => `/shoots/${slug}/${id}`
export const scenePath = (shoot: SluggedItem, { slug, id }: SluggedItem): string =>
  `/shoots/${shoot.slug}/${shoot.id}/scenes/${slug}/${id}`
export const filmmakerPath = ({ slug, id }: SluggedItem): string => `/filmmakers/${slug}/${id}`
export const categoryPath = ({ slug }: { slug: string }): string => `/category/${slug}`

/** Returns a term as its URL has it: "golden-hour". A term without Latin letters or digits stays as it is. */
export const termSlug = (term: string): string => (/[a-z0-9]/i.test(term.normalize('NFKD')) ? toSlug(term) : term)
/** `term` may already be a slug. */
export const searchTermPath = (term: string): string => `/stock-footage/${encodeURIComponent(termSlug(term))}`
