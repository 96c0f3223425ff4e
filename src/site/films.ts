/** The bundled list of films that use the shop's footage, newest first. */
import type { CollectionCard } from '#catalog/collections-contract.ts'

/** `collection` is the slug of the curated collection that has all shots of the film. */
export const filmFeed = [
  {
    slug: 'the-long-swell',
    title: 'The Long Swell',
    about: 'One tide, from open water in the evening to the foam on black sand.',
    collection: 'salt-and-swell',
  },
  {
    slug: 'rain-after-ten',
    title: 'Rain After Ten',
    about: 'A city drives home: wet windows, neon and the last lanes of traffic.',
    collection: 'night-shift',
  },
  {
    slug: 'first-heat',
    title: 'First Heat',
    about: 'Fire, stone and lightning, and the star that all of it comes from.',
    collection: 'elemental',
  },
] as const

/** A film as menus and pages show it. */
export type Film = { slug: string; title: string; about: string; collection: CollectionCard }

/** Returns the films whose collection is in the shop. */
export const listFilms = (collections: readonly CollectionCard[]): Film[] =>
  filmFeed.flatMap(({ collection: slug, ...film }) => {
    const collection = collections.find(candidate => candidate.slug === slug)
    return collection ? [{ ...film, collection }] : []
  })

export const filmPath = ({ slug }: { slug: string }): string => `/films#${slug}`

/** Input for `listCollections`: every curated collection. */
export const curatedCollectionsInput = { query: { kind: 'curated', per_page: '100' } } as const
